'use strict';
// What went wrong while the page was made stands in the page: a reader sees it, and so does a test.
addEventListener('error', event => {
  document.documentElement.dataset.errors = (document.documentElement.dataset.errors || '') + event.message + '\n';
});
addEventListener('load', () => {
  const canvases = [...document.querySelectorAll('canvas')];
  const drawn = canvases.filter(canvas => canvas.width > 0 && canvas.height > 0
    && canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(byte => byte !== 0));
  document.documentElement.dataset.charts = `${drawn.length} of ${canvases.length}`;
});
