// Pictures in outputs that are not opaque, or whose corners are not white.
async () => {
  const faults = [];
  for (const image of document.querySelectorAll('.jp-OutputArea-output img')) {
    await image.decode();
    const {naturalWidth: width, naturalHeight: height} = image;
    const pen = new OffscreenCanvas(width, height).getContext('2d', {willReadFrequently: true});
    pen.drawImage(image, 0, 0);
    const {data} = pen.getImageData(0, 0, width, height);
    const corners = [0, width - 1, width * (height - 1), width * height - 1];
    const white = corners.every(at => [0, 1, 2].every(i => data[4 * at + i] === 255));
    let least = 255;
    for (let at = 3; at < data.length; at += 4) least = Math.min(least, data[at]);
    if (!white || least < 255) faults.push(`${image.alt.slice(0, 60)}: ${least}, ${white}`);
  }
  return faults;
}
