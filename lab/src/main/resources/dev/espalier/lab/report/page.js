// What every page is made of: its data, colours, numbers as text, elements, tables, charts, and the lines that every result has.
const data = JSON.parse(document.getElementById('data').textContent);
const dark = matchMedia('(prefers-color-scheme: dark)').matches;
const palette = dark ? { line: '#323a36', text: '#9aa7a0', quiet: '#6f7a75' } : { line: '#e4e8e2', text: '#5d6964', quiet: '#b4bab3' };
const colours = dark ? ['#6cc49a', '#7fa8e8', '#e0a45f', '#d98aa6', '#b5a3e8', '#c9c36a', '#6fc3cf', '#b98d6f']
  : ['#2f7d5b', '#3f6fc4', '#b86f1d', '#a83d64', '#6a52b8', '#8a8420', '#1f7f8c', '#7c5438'];
const colour = n => colours[n % colours.length];

const whole = n => n == null ? '' : Math.round(n).toLocaleString('en-US');
const millis = ms => ms == null ? '' : ms === 0 ? '0' : ms >= 100 ? whole(ms) : ms >= 0.01 ? Number(ms.toPrecision(3)).toString() : ms.toFixed(5);
// no time is not a time of zero
const time = ms => ms == null ? '-' : millis(ms);
// an open loop may do less than one operation a second
const rate = n => n == null ? '' : n === 0 || n >= 100 ? whole(n) : Number(n.toPrecision(3)).toString();
// what took the processors; nothing if a machine does not tell
const shares = p => p == null ? '-' : `lab ${p.labPercent} %` + (p.serverPercent == null ? '' : `, server ${p.serverPercent} %`)
  + (p.othersPercent == null ? ', the rest server or others' : `, others ${p.othersPercent} %`);
const endedEarly = result => result.partial ? ', ended early: a partial result' : '';
const machine = e => `${e.processors} × ${e.processor}`;

const element = (name, text, parent, type) => {
  const made = document.createElement(name);
  if (text != null) made.textContent = text;
  if (type) made.className = type;
  if (parent) parent.append(made);
  return made;
};
const line = (table, cells, tag) => { const row = element('tr', null, table); cells.forEach(cell => element(tag || 'td', cell, row)); return row; };
const tile = (value, text, type) => {
  const box = element('div', null, document.getElementById('summary'), type ? 'tile ' + type : 'tile');
  element('b', value, box);
  element('span', text, box);
};
const heading = (title, subtitle) => {
  document.title = title;
  document.getElementById('title').textContent = title;
  document.getElementById('subtitle').textContent = subtitle;
};
const fold = title => {
  const box = element('details', null, document.getElementById('details'));
  element('summary', title, box);
  return box;
};
const foldTable = (title, rows) => {
  const table = element('table', null, element('div', null, fold(title), 'scroll'));
  rows.forEach(cells => line(table, cells));
};
const foldSpec = (title, spec) => element('pre', JSON.stringify(spec, null, 2), fold(title));

Chart.defaults.color = palette.text;
Chart.defaults.borderColor = palette.line;
Chart.defaults.font.family = 'system-ui, sans-serif';
Chart.defaults.animation = false;
Chart.defaults.maintainAspectRatio = false;
// straight lines: a curve between two measured points would show what nobody measured
Chart.defaults.elements.line.tension = 0;
const legend = { position: 'bottom', labels: { boxWidth: 12 } };
const together = { mode: 'index', intersect: false };
const canvas = (parent, title, note) => {
  const box = element('div', null, document.getElementById(parent), 'chart');
  element('h3', title, box);
  element('p', note, box);
  return element('canvas', null, element('div', null, box));
};
// an axis that is logarithmic writes powers of ten only
const powersOfTen = show => v => Number.isInteger(Math.round(Math.log10(v) * 1e6) / 1e6) ? show(v) : null;
// a bar needs a foot: the power of ten below half of the smallest
const foot = values => 10 ** Math.floor(Math.log10(Math.min(...values.filter(v => v > 0)) / 2));

// where it was measured: what it is called, and how it is found in a result
const facts = [
  ['Server', r => `${r.server.engine} ${r.server.version}`],
  ['URL', r => r.server.url + (r.server.managed ? ', started by the lab' : '')],
  ['Driver', r => r.server.driver],
  ['Machine', r => `${machine(r.environment)}, ${(r.environment.memoryBytes / 1e9).toFixed(0)} GB`],
  ['Operating system', r => r.environment.operatingSystem],
  ['Java', r => `${r.environment.java}, heap at most ${whole(r.environment.heapBytes / 1e6)} MB`],
  ['Write of 4 KB to disk', r => millis(r.environment.fsyncMillis) + ' ms'],
  ['Espalier', r => `${r.version}, commit ${r.environment.gitHash}`],
];

// a dashed line where something happened, a band where it took longer than a second, with its label along the line
const markColours = { WARM_UP_END: palette.quiet, CHECKPOINT: colours[5], RESTART: colours[3] };
let marksDrawn = 0;
const markPlugin = marks => ({
  id: 'marks',
  afterDatasetsDraw(chart) {
    const { ctx, chartArea, scales } = chart;
    const drawn = marks.filter(mark => mark.second < chart.data.labels.length);
    drawn.forEach(mark => {
      const at = scales.x.getPixelForValue(mark.second);
      const until = scales.x.getPixelForValue(Math.min(mark.until, chart.data.labels.length - 1));
      ctx.save();
      ctx.strokeStyle = ctx.fillStyle = markColours[mark.kind];
      ctx.globalAlpha = 0.15;
      ctx.fillRect(at, chartArea.top, until - at, chartArea.bottom - chartArea.top);
      ctx.globalAlpha = 1;
      ctx.setLineDash([4, 4]);
      ctx.beginPath();
      ctx.moveTo(at, chartArea.top);
      ctx.lineTo(at, chartArea.bottom);
      ctx.stroke();
      ctx.translate(at + 3, chartArea.top + 4);
      ctx.rotate(Math.PI / 2);
      ctx.font = '11px system-ui, sans-serif';
      ctx.fillText(mark.label, 0, 0);
      ctx.restore();
    });
    if (!chart.marked) { // a chart is drawn again when it is resized
      chart.marked = true;
      marksDrawn += drawn.length;
      document.documentElement.dataset.marks = marksDrawn;
    }
  },
});
