"""Commands that keep the notebooks and the images in order."""
