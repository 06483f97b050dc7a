// Runs in the page before JupyterLab does: counts what goes over the wire, and sees which
// picture an output shows, in each animation frame.
(() => {
  // What a canvas shows: the address of the image that was drawn on it last.
  const drawn = new WeakMap();
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (source, ...rest) {
    drawn.set(this.canvas, source instanceof HTMLCanvasElement ? drawn.get(source) : source.src);
    return draw.call(this, source, ...rest);
  };

  let bytes = 0;
  const count = data => {
    bytes += typeof data === 'string' ? new Blob([data]).size : data.byteLength ?? data.size;
  };
  window.WebSocket = class extends WebSocket {
    constructor(...options) {
      super(...options);
      this.addEventListener('message', event => count(event.data));
    }
    send(data) {
      count(data);
      super.send(data);
    }
  };

  const outputs = cell => document.querySelectorAll('.jp-CodeCell')[cell].querySelector('.jp-OutputArea');

  // The handle of the slider with this label.
  const handle = (cell, label) =>
    [...outputs(cell).querySelectorAll('[role=slider]')].find(found => {
      const row = found.closest('.widget-inline-hbox');
      return row && row.querySelector('.widget-label').textContent === label;
    });

  // What is shown, as a string; null while there is no whole picture.
  const look = place => {
    const canvas = place.querySelector('canvas');
    if (canvas) return drawn.get(canvas) ?? null;
    const image = place.querySelector('img');
    if (!image) return place.querySelector('.floor')?.textContent ?? null;
    // A picture that is decoded later than the frame it stands in is not yet seen.
    image.decoding = 'sync';
    return image.complete && image.naturalWidth ? image.src : null;
  };

  // Called in an animation frame: the time at which that frame is painted.
  const painted = () =>
    new Promise(resolve => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now());
      channel.port2.postMessage(0);
    });

  const frame = () => new Promise(requestAnimationFrame);

  // Milliseconds from the next key press until another picture is painted.
  const press = async cell => {
    const place = outputs(cell), before = look(place);
    let start = Infinity;
    const began = () => { start = performance.now(); };
    addEventListener('keydown', began, {capture: true, once: true});
    for (;;) {
      await frame();
      const now = look(place);
      if (start < Infinity && now !== null && now !== before) return await painted() - start;
      if (performance.now() > start + 20000) throw new Error('no other picture came');
    }
  };

  const mouse = (target, type, clientX) =>
    target.dispatchEvent(new MouseEvent(type, {bubbles: true, buttons: 1, clientX, clientY: 0}));

  // Move a slider of `count` values to and fro, one value a step; tell what is seen meanwhile.
  const drag = async (cell, label, count, steps, milliseconds) => {
    const place = outputs(cell), grip = handle(cell, label);
    const [now, low, high] = ['now', 'min', 'max'].map(k => +grip.getAttribute(`aria-value${k}`));
    const first = Math.round((now - low) / (high - low) * (count - 1)), turn = 2 * (count - 1);
    const box = grip.closest('.noUi-base').getBoundingClientRect();
    const at = index => box.left + box.width * index / (count - 1);
    const folded = index => (index % turn < count ? index % turn : turn - index % turn);

    const heights = [];
    let last = look(place), pictures = 0, blank = 0, ended = Infinity, changed = 0, watching = true;
    const watch = async () => {
      while (watching) {
        await frame();
        heights.push(place.offsetHeight);
        const seen = look(place);
        if (seen === null) blank += 1;
        if (seen === null || seen === last) continue;
        last = seen;
        pictures += 1;
        changed = await painted();
      }
    };
    const watched = watch();

    mouse(grip.firstElementChild ?? grip, 'mousedown', at(first));
    const start = performance.now();
    for (let step = 1; step <= steps; step++) {
      const due = start + step * milliseconds / steps;
      await new Promise(resolve => setTimeout(resolve, Math.max(0, due - performance.now())));
      mouse(document.documentElement, 'mousemove', at(folded(first + step)));
      ended = changed = performance.now();
    }
    mouse(document.documentElement, 'mouseup', at(folded(first + steps)));
    while (performance.now() < changed + 1000) await frame();
    watching = false;
    await watched;
    const sway = Math.max(...heights) - Math.min(...heights);
    return {pictures, blank, sway, late: changed - ended, last};
  };

  window.bench = {press, drag, handle, look: cell => look(outputs(cell)), bytes: () => bytes};
})();
