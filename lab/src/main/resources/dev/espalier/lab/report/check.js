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
  const curves = [...document.querySelectorAll('.curve svg')];
  document.documentElement.dataset.curves = `${curves.filter(isCurve).length} of ${curves.length}`;
  document.documentElement.dataset.flawed = curves.filter(svg => !isCurve(svg)).map(svg => svg.outerHTML).join('; ').slice(0, 2000);
  document.documentElement.dataset.misleading = canvases.flatMap(canvas => misleading(Chart.getChart(canvas))).join('; ');
  document.documentElement.dataset.columns = [...document.querySelectorAll('.scroll')].map(firstColumn).filter(Boolean).join('; ');
  const folded = [...document.querySelectorAll('details:not([open])')];
  folded.forEach(one => { one.open = true; });
  document.documentElement.dataset.squeezed = [...outside(), ...squeezed()].join('; ');
  folded.forEach(one => { one.open = false; });
});

// It has its axes, numbers only, nothing outside of its frame, and says in words what it shows.
function isCurve(svg) {
  const frame = svg.viewBox.baseVal, { x, y, width, height } = svg.getBBox();
  return svg.querySelectorAll('text').length === 6 && !svg.innerHTML.includes('NaN') && !svg.innerHTML.includes('Infinity') && svg.getAttribute('aria-label')
    && x >= 0 && y >= 0 && x + width <= frame.width + 1 && y + height <= frame.height + 1;
}

// The page does not scroll sideways; wide tables do so in their frames.
function outside() {
  const width = document.documentElement.clientWidth;
  const page = document.documentElement.scrollWidth;
  const frameless = [...document.querySelectorAll('table')].filter(table => !table.closest('.scroll') || getComputedStyle(table.closest('.scroll')).overflowX !== 'auto');
  const tiny = [...document.querySelectorAll('.curve svg')].filter(svg => svg.getBoundingClientRect().width && svg.getBoundingClientRect().width < 0.8 * svg.viewBox.baseVal.width);
  return [...tiny.map(svg => 'a chart too small to read: ' + svg.getAttribute('aria-label')), ...frameless.map(table => 'a table without a frame in which it scrolls: ' + table.textContent.slice(0, 40)), ...(page > width ? [`the page is ${page} px wide in ${width}`] : []), ...[...document.querySelectorAll('h1, h2, h3, p, li, .scroll, .tile, .chart, .curve, pre, summary')]
    .filter(one => one.getBoundingClientRect().right > width + 1).map(one => 'outside of the page: ' + one.textContent.slice(0, 40))];
}

// No column is so narrow that its words stand one below the other; the first one names the row, and needs more than a figure.
function squeezed() {
  return [...document.querySelectorAll('td, th')].filter(cell => cell.clientWidth > 0 && cell.clientWidth < (cell.matches(':first-child') ? 110 : 40) && isWrapped(cell))
    .map(cell => `a column of ${cell.clientWidth} px: ${cell.textContent}`);
}

function isWrapped(cell) {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return new Set([...text.getClientRects()].map(line => Math.round(line.top))).size > 1;
}

// Straight lines between measured points; bars from zero, or on a logarithmic axis that says so.
function misleading(chart) {
  const title = chart.canvas.closest('.chart').textContent;
  const smooth = chart.data.datasets.flatMap((_, n) => { const { type, dataset } = chart.getDatasetMeta(n);
    return type === 'line' && dataset && (dataset.options.tension || dataset.options.cubicInterpolationMode === 'monotone') ? [title + ': smooth line'] : []; });
  const axis = chart.config.type === 'bar' && chart.scales[chart.config.options.indexAxis === 'y' ? 'x' : 'y'];
  if (axis && axis.type === 'logarithmic' && !title.includes('logarithmic')) smooth.push(title + ': does not say that its axis is logarithmic');
  if (axis && axis.type !== 'logarithmic' && (axis.min > 0 || axis.max < 0)) smooth.push(title + `: zero is not between ${axis.min} and ${axis.max}`);
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
