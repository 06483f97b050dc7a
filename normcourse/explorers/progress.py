"""A progress bar for a loop in a notebook that leaves nothing behind in what is stored.

The bar is a widget without a text form: the notebooks' command drops it, and a run under
nbval has nothing to compare. Where no widget can live, the loop runs without a bar.
"""

import ipywidgets as widgets
from IPython.display import display

from normcourse.explorers.live import close_earlier, slug

__all__ = ["progress"]

_VIEW = "application/vnd.jupyter.widget-view+json"


def progress(items, label):
    """Yield the items one by one, and move a bar along.

    A bar of the same label that this kernel shows already is closed first, so that a cell
    run twice leaves one.

    Parameters
    ----------
    items : sequence
    label : str
        What stands beside the bar.
    """
    name = f"nc-progress-{slug(label)}"
    close_earlier(name)
    bar = widgets.IntProgress(max=len(items))
    words = widgets.Label(label)
    box = widgets.HBox([bar, words])
    box.add_class(name)
    view = {"version_major": 2, "version_minor": 0, "model_id": box.model_id}
    display({_VIEW: view}, raw=True)
    for count, item in enumerate(items, 1):
        yield item
        bar.value = count
        words.value = f"{label}: {count} of {len(items)}"
