// Text in outputs, and how well each piece stands out from what is behind it: all, or those
// with less contrast than asked for. The formulas are those of WCAG.
least => {
  const pen = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  const rgba = color => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data].map(v => v / 255);
  };
  const over = ([r, g, b, a], ground) => [r, g, b].map((v, i) => a * v + (1 - a) * ground[i]);
  const ancestors = e => (e ? [...ancestors(e.parentElement), e] : []);
  const ground = e =>
    ancestors(e).reduce((below, p) => over(rgba(getComputedStyle(p).backgroundColor), below), [1, 1, 1]);
  const opacity = e => ancestors(e).reduce((all, p) => all * getComputedStyle(p).opacity, 1);
  const linear = v => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

  const stands = element => {
    const behind = ground(element), [r, g, b, a] = rgba(getComputedStyle(element).color);
    const seen = over([r, g, b, a * opacity(element)], behind);
    const [low, high] = [luminance(seen), luminance(behind)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const found = new Map();
  const add = (element, text) => {
    if (!text.trim() || !element.checkVisibility({visibilityProperty: true})) return;
    if (element.closest('style, script, .nc-unseen') || !element.getClientRects().length) return;
    if (!found.has(element)) found.set(element, [text.trim().slice(0, 60), stands(element)]);
  };
  for (const output of document.querySelectorAll('.jp-OutputArea-output')) {
    const texts = document.createTreeWalker(output, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) add(texts.currentNode.parentElement, texts.currentNode.data);
    for (const field of output.querySelectorAll('input, select')) add(field, field.value);
  }
  return [...found.values()].filter(([, contrast]) => contrast < least);
}
