"""What a live explorer puts into the page: its picture, its styles, and a script of a few lines."""

import base64
from html import escape

__all__ = ["LIVE", "SAVED", "image", "refusal", "roomy", "screen"]

# Runs in the browser each time a new picture is in place. The controls may appear after
# the first picture, so it looks again a little later.
ONLOAD = (
    "const img=this,name=late=>{const box=img.closest('.nc-live');if(!box)return;"
    "box.querySelectorAll('[role=slider],.ui-slider-handle').forEach(h=>{"
    "const row=h.closest('.widget-inline-hbox,.jupyter-widget-inline-hbox');"
    "const label=row&&row.querySelector('.widget-label');"
    "const readout=row&&row.querySelector('.widget-readout');"
    # Later, somebody may be typing there.
    "if(readout&&!(late&&h.hasAttribute('aria-label')))"
    "h.setAttribute('aria-valuetext',readout.textContent);"
    "if(label)h.setAttribute('aria-label',label.textContent);"
    "if(!label||!readout)return;"
    # A number can be typed there; of the steps of a menu it can not.
    "if(row.classList.contains('nc-steps'))return readout.setAttribute('contenteditable','false');"
    "readout.setAttribute('role','textbox');"
    "readout.setAttribute('aria-label',label.textContent+', as a number');"
    "});"
    "box.querySelectorAll('[role=slider],.ui-slider-handle,select')"
    ".forEach(h=>h.setAttribute('data-lm-suppress-shortcuts','true'));"
    "box.querySelectorAll('.nc-words').forEach(w=>w.setAttribute('aria-live','polite'))};"
    "name();setTimeout(name,300,true);setTimeout(name,1500,true)"
)

# A saved notebook in JupyterLab: no explorer lives, so its notice is hidden, not the still.
# Only the notice has both classes at one place.
SAVED = (
    "<style>.jp-OutputArea-child:has(>.jp-OutputArea-output.jupyter-widgets):not(:has(.nc-live))"
    ":has(~ .jp-OutputArea-child .nc-still-{key}){{display:none}}</style>"
)
LIVE = (
    "<style>.nc-still-{key},.jp-OutputArea-child:has(.nc-live-{key})~.jp-OutputArea-child"
    "{{display:none}}.nc-live th[scope=row]{{text-align:left}}.nc-live td{{text-align:right}}"
    ".nc-live th,.nc-live td{{padding:0 1em 0 0}}.nc-live{{position:relative}}"
    ".nc-live .widget-html-content{{min-width:0}}"
    ".nc-room{{display:grid}}.nc-room>*{{grid-area:1/1;margin:0}}"
    # The arrow that ipywidgets draws on a menu is black in every theme.
    "[data-jp-theme-light=false] .nc-live select"
    "{{appearance:auto;background-image:none;color-scheme:dark}}"
    ".nc-unseen{{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}"
    "</style>"
)


def screen(shown, size, description, longest, seen):
    """Return what changes at a step: a picture or a refusal, then the table and the words.

    It is one piece of HTML, so that no frame shows a picture beside another's words. All of
    it has its place, whether the picture is decoded or not, and table and words are `seen`
    or not.
    """
    width, height = size
    place = f"max-width:{width}px;aspect-ratio:{width}/{height}"
    below = ""
    if description is not None:
        words = f'<p class="nc-said" aria-hidden="true">{escape(description.words)}</p>'
        table = f'<div style="overflow-x:auto">{description.table_html()}</div>'
        below = table + roomy(words, longest)
        below = below if seen else f'<div style="visibility:hidden">{below}</div>'
    return f'<div style="{place}">{shown}</div>{below}'


def image(png, alt):
    """Return the picture, with its words as alternative text."""
    data = base64.b64encode(png).decode()
    return (
        f'<img alt="{escape(alt)}" decoding="sync" style="display:block;width:100%;height:100%" '
        f'onload="{ONLOAD}" src="data:image/png;base64,{data}">'
    )


def refusal(words):
    """Return words to stand where the picture was."""
    return (
        '<div role="alert" style="width:100%;height:100%;overflow:auto;'
        "box-sizing:border-box;padding:2em;border:2px solid #BF5400;background:white;"
        f'color:black"><strong>No picture.</strong> {escape(words)}</div>'
    )


def roomy(html, longest):
    """Return a paragraph in a box that has room for `longest`, so that nothing below it moves."""
    room = f'<p aria-hidden="true" style="visibility:hidden">{escape(longest)}</p>'
    return f'<div class="nc-room">{html}{room}</div>'
