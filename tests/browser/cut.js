// What of the outputs and of the prose cannot be seen whole: it sticks out of its cell, and
// nothing around it in the cell has a scroll bar that leads to it.
() => {
  const faults = [];
  for (const root of document.querySelectorAll('.jp-OutputArea-output, .jp-MarkdownOutput')) {
    const cell = root.closest('.jp-Cell').getBoundingClientRect();
    const edge = Math.min(cell.right, root.closest('.jp-Notebook').getBoundingClientRect().right);
    const scrolls = e => ['auto', 'scroll'].includes(getComputedStyle(e).overflowX);
    for (const part of root.querySelectorAll('*')) {
      if (!part.checkVisibility() || part.closest('.nc-unseen, mjx-assistive-mml')) continue;
      const box = part.getBoundingClientRect();
      if (box.width === 0 || (box.right <= edge + 1 && box.left >= cell.left - 1)) continue;
      let around = part;
      while (around !== root && !scrolls(around)) around = around.parentElement;
      // The bar itself has to be within the cell.
      const free = scrolls(around) && around.getBoundingClientRect().right <= edge + 1;
      if (!free) faults.push(`${part.outerHTML.slice(0, 120)}: ${box.right} > ${edge}`);
    }
  }
  return faults;
}
