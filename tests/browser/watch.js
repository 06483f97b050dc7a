// Keeps what an explorer shows in each animation frame, whenever it is not what it was.
box => {
  const output = box.closest('.jp-OutputArea-output'), frames = [], pictures = new Map();
  let watching = true;

  // A number for each picture, instead of all its bytes.
  const numbered = image => {
    if (!pictures.has(image.src)) pictures.set(image.src, pictures.size);
    return pictures.get(image.src);
  };
  const look = () => {
    const image = box.querySelector('img'), said = box.querySelector('.nc-said');
    const visible = said !== null && said.checkVisibility({visibilityProperty: true});
    return {
      picture: image && numbered(image),
      blank: image !== null && !(image.complete && image.naturalWidth),
      alt: image && image.alt,
      refusal: box.querySelector('[role=alert]')?.textContent ?? null,
      words: visible ? said.textContent : null,
      table: visible ? box.querySelector('table').textContent : null,
      height: output.getBoundingClientRect().height,
    };
  };
  const step = () => {
    if (!watching) return;
    const now = look(), last = frames.at(-1);
    if (!last || Object.keys(now).some(key => now[key] !== last[key])) frames.push(now);
    requestAnimationFrame(step);
  };
  step();
  window.watched = () => { watching = false; return frames; };
}
