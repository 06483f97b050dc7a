"""What a live explorer puts into the page: its picture, its styles, and a script of a few lines."""

import base64
from html import escape

__all__ = ["LIVE", "SAVED", "image", "refusal"]

# Runs in the browser each time a new picture is in place. The controls may appear after
# the first picture, so it looks again a little later.
ONLOAD = (
    "const img=this,name=()=>{const box=img.closest('.nc-live');if(!box)return;"
    "box.querySelectorAll('[role=slider],.ui-slider-handle').forEach(h=>{"
    "const row=h.closest('.widget-inline-hbox,.jupyter-widget-inline-hbox');"
    "const label=row&&row.querySelector('.widget-label');"
    "const readout=row&&row.querySelector('.widget-readout');"
    "if(label)h.setAttribute('aria-label',label.textContent);"
    "if(readout)h.setAttribute('aria-valuetext',readout.textContent);"
    "});"
    "box.querySelectorAll('[role=slider],.ui-slider-handle,select')"
    ".forEach(h=>h.setAttribute('data-lm-suppress-shortcuts','true'));"
    "box.querySelectorAll('.nc-words').forEach(w=>w.setAttribute('aria-live','polite'))};"
    "name();setTimeout(name,300);setTimeout(name,1500)"
)

# A saved notebook in JupyterLab: no explorer lives, so its notice is hidden, not the still.
SAVED = (
    "<style>.jp-OutputArea-child:has([data-mime-type*=widget-view]):not(:has(.nc-live))"
    ":has(~ .jp-OutputArea-child .nc-still-{key}){{display:none}}</style>"
)
LIVE = (
    "<style>.nc-still-{key},.jp-OutputArea-child:has(.nc-live-{key})~.jp-OutputArea-child"
    "{{display:none}}.nc-live th[scope=row]{{text-align:left}}.nc-live td{{text-align:right}}"
    ".nc-live th,.nc-live td{{padding:0 1em 0 0}}.nc-words p{{min-height:3.2em;margin:0}}</style>"
)


def image(png, alt, size):
    """Return the picture, with its words as alternative text."""
    width, height = size
    data = base64.b64encode(png).decode()
    return (
        f'<img alt="{escape(alt)}" width="{width}" height="{height}" decoding="sync" '
        f'style="max-width:100%;height:auto" onload="{ONLOAD}" src="data:image/png;base64,{data}">'
    )


def refusal(words, size):
    """Return words to stand where the picture was, in a box of its size."""
    width, height = size
    return (
        f'<div role="alert" style="width:{width}px;max-width:100%;height:{height}px;'
        "box-sizing:border-box;padding:2em;border:2px solid #D55E00;background:white;"
        f'color:black"><strong>No picture.</strong> {escape(words)}</div>'
    )
