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
  document.documentElement.dataset.misleading = canvases.flatMap(canvas => misleading(Chart.getChart(canvas))).join('; ');
  document.documentElement.dataset.columns = [...document.querySelectorAll('.scroll')].map(firstColumn).filter(Boolean).join('; ');
});

// Straight lines between measured points; bars from zero, or on a logarithmic axis that says so.
function misleading(chart) {
  const title = chart.canvas.closest('.chart').textContent;
  const smooth = chart.data.datasets.flatMap((_, n) => { const { type, dataset } = chart.getDatasetMeta(n);
    return type === 'line' && dataset && (dataset.options.tension || dataset.options.cubicInterpolationMode === 'monotone') ? [title + ': smooth line'] : []; });
  const axis = chart.config.type === 'bar' && chart.scales[chart.config.options.indexAxis === 'y' ? 'x' : 'y'];
  if (axis && axis.type === 'logarithmic' && !title.includes('logarithmic')) smooth.push(title + ': does not say that its axis is logarithmic');
  if (axis && axis.type !== 'logarithmic' && axis.min !== 0) smooth.push(title + ': bars begin at ' + axis.min);
  return smooth;
}

// The first column of a table that is wider than its place stays in view.
function firstColumn(box) {
  const cell = box.querySelector('tr:last-child > :first-child');
  if (!cell || box.scrollWidth <= box.clientWidth) return null;
  const before = cell.getBoundingClientRect().left;
  box.scrollLeft = box.scrollWidth;
  const left = cell.getBoundingClientRect().left;
  box.scrollLeft = 0;
  return Math.abs(left - before) <= 2 ? null : 'the first column leaves the view: ' + cell.textContent;
}
