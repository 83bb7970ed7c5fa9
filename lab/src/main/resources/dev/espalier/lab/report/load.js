'use strict';
const { results, comparisons, published } = JSON.parse(document.getElementById('data').textContent);
const dark = matchMedia('(prefers-color-scheme: dark)').matches;
const colours = dark ? ['#6cc49a', '#7fa8e8', '#e8b76c', '#d98fb8', '#9aa7a0', '#8fd0d9'] : ['#2f7d5b', '#3f6fc4', '#b97a1a', '#a3487d', '#5d6964', '#2a7f8c'];
const palette = dark ? { line: '#323a36', text: '#9aa7a0' } : { line: '#e4e8e2', text: '#5d6964' };

const whole = n => n == null ? '' : Math.round(n).toLocaleString('en-US');
const rate = n => n == null ? '' : n >= 100 ? whole(n) : n.toPrecision(3) * 1 + '';
const time = nanos => nanos == null ? '' : nanos >= 1e9 ? (nanos / 1e9).toPrecision(3) * 1 + ' s' : nanos >= 1e6 ? (nanos / 1e6).toPrecision(3) * 1 + ' ms'
  : nanos >= 1e3 ? (nanos / 1e3).toPrecision(3) * 1 + ' µs' : nanos + ' ns';
const micros = m => m == null ? '' : whole(m) + ' µs';
const median = values => { const s = values.filter(v => v != null).sort((a, b) => a - b), m = s.length >> 1; return s.length === 0 ? null : s.length % 2 ? s[m] : (s[m - 1] + s[m]) / 2; };
const element = (name, text, parent, type) => {
  const made = document.createElement(name);
  if (text != null) made.textContent = text;
  if (type) made.className = type;
  if (parent) parent.append(made);
  return made;
};
const row = (parent, cells, name = 'td') => { const line = element('tr', null, parent); cells.forEach(cell => element(name, cell, line)); };
const connectionsOf = result => [...new Set(result.runs.map(run => run.connections))];
const runsOf = (result, connections) => result.runs.filter(run => run.connections === connections);
const last = list => list[list.length - 1];

function header() {
  const first = results[0];
  document.title = `Espalier lab: ${first.pack}`;
  const kind = first.spec.load ? ' ' + first.spec.load.toLowerCase().replaceAll('_', '-') : '';
  document.getElementById('title').textContent = `Espalier lab: ${first.pack}${kind}`;
  document.getElementById('subtitle').textContent = results.map(r => `${r.name} ${r.server.version}, ${r.started}${r.partial ? ', PARTIAL: ended early' : ''}`).join(' · ')
    + ` · ${first.environment.processors} × ${first.environment.processor}`;
  const parent = document.getElementById('summary');
  const tile = (value, label) => { const box = element('div', null, parent, 'tile'); element('b', value, box); element('span', label, box); };
  for (const result of results) {
    const best = [...result.runs].sort((a, b) => b.goodput - a.goodput)[0];
    tile(rate(best.goodput) + '/s', `${result.name}, ${best.connections} connections, limited by ${best.limit}`);
    tile(time(best.p99), `99 % of these within`);
  }
}

function figures() {
  const parent = document.getElementById('figures');
  row(parent, ['Target', 'Connections', 'Loop', 'Runs', 'Done/s', 'p50', 'p99', 'p99.9', 'Max', 'Failed attempts', 'Backlog', 'Share of a connection', 'Lab CPU', 'Server CPU', 'Limit'], 'th');
  for (const result of results) {
    for (const connections of connectionsOf(result)) {
      const runs = runsOf(result, connections), middle = key => median(runs.map(run => run[key]));
      const codes = {};
      runs.forEach(run => Object.entries(run.failures).forEach(([code, n]) => codes[code] = (codes[code] || 0) + n));
      row(parent, [result.name, connections, runs[0].loop, runs.length, rate(middle('goodput')), time(middle('p50')), time(middle('p99')), time(middle('p999')),
        time(Math.max(...runs.map(run => run.max))), Object.entries(codes).map(([code, n]) => `${code}: ${whole(n)}`).join(', '), whole(middle('backlog')),
        `${whole(middle('leastShare'))} to ${whole(middle('greatestShare'))}`, micros(middle('clientCpuMicros')), micros(middle('serverCpuMicros')), last(runs).limit]);
    }
  }
}

function compared() {
  if (!comparisons.length) return;
  document.getElementById('compared').hidden = false;
  const parent = document.getElementById('comparisons');
  row(parent, ['Against A', 'Connections', 'Figure', 'A', 'B', 'Ratio', '95 % interval', 'p', 'Verdict'], 'th');
  for (const { of, comparison: c, words } of comparisons) {
    const show = c.figure === 'goodput' ? v => rate(v) + '/s' : time;
    row(parent, [of, c.connections, c.figure, show(c.medianA), show(c.medianB), c.ratio.toFixed(3), `${c.low.toFixed(3)} to ${c.high.toFixed(3)}`, c.p.toFixed(4), words]);
  }
}

Chart.defaults.color = palette.text;
Chart.defaults.borderColor = palette.line;
Chart.defaults.font.family = 'system-ui, sans-serif';
Chart.defaults.animation = false;
Chart.defaults.maintainAspectRatio = false;
const legend = { position: 'bottom', labels: { boxWidth: 12 } };

function canvas(parent, title, note) {
  const box = element('div', null, parent, 'chart');
  element('h3', title, box);
  element('p', note, box);
  return element('canvas', null, element('div', null, box));
}

function bars() {
  const all = [...new Set(results.flatMap(connectionsOf))].sort((a, b) => a - b);
  const datasets = results.map((result, at) => ({ label: result.name, backgroundColor: colours[at % colours.length],
    data: all.map(connections => median(runsOf(result, connections).map(run => run.goodput))) }));
  new Chart(canvas(document.getElementById('charts'), 'Operations done a second, by connections', 'Medians of the runs. Higher is better.'), {
    type: 'bar', data: { labels: all, datasets },
    options: { datasets: { bar: { maxBarThickness: 40, borderRadius: 2 } }, plugins: { legend }, scales: { x: { grid: { display: false } }, y: { beginAtZero: true } } } });
}

function curves() {
  // a point at p % lies at 1 / (1 - p): every nine has the same room
  const place = p => 1 / (1 - Math.min(p, 99.9995) / 100);
  const datasets = [];
  results.forEach(result => connectionsOf(result).forEach(connections => {
    const colour = colours[datasets.length % colours.length];
    datasets.push({ label: `${result.name}, ${connections}`, borderColor: colour, backgroundColor: colour, borderWidth: 2, pointRadius: 2,
      data: last(runsOf(result, connections)).curve.map(point => ({ x: place(point.percentile), y: Math.max(point.nanos, 1) })) });
  }));
  new Chart(canvas(document.getElementById('charts'), 'Response time by percentile', 'The last run with each number of connections; both scales logarithmic. Lower is better.'), {
    type: 'line', data: { datasets },
    options: { plugins: { legend, tooltip: { callbacks: { title: items => (100 - 100 / items[0].parsed.x).toFixed(3) * 1 + ' %', label: item => `${item.dataset.label}: ${time(item.parsed.y)}` } } },
      scales: { x: { type: 'logarithmic', min: 1, ticks: { callback: v => ({ 1: '0 %', 2: '50 %', 10: '90 %', 100: '99 %', 1000: '99.9 %', 10000: '99.99 %', 100000: '99.999 %' })[v] } },
        y: { type: 'logarithmic', ticks: { maxTicksLimit: 7, callback: time } } } } });
}

function seconds() {
  const parent = document.getElementById('seconds');
  results.forEach(result => connectionsOf(result).forEach(connections => {
    const run = last(runsOf(result, connections)), line = run.timeline.filter(second => second.phase !== 'after');
    if (!line.length) return;
    const dash = { borderDash: context => line[context.p0DataIndex].phase === 'warm-up' ? [4, 4] : undefined };
    const set = (label, axis, colour, values) => ({ label, yAxisID: axis, borderColor: colour, backgroundColor: colour, borderWidth: 2, pointRadius: 0, segment: dash, data: values });
    const datasets = [set('done', 'y', colours[0], line.map(second => second.done)), set('p50', 'time', colours[1], line.map(second => second.p50 || null)),
      set('p99', 'time', colours[2], line.map(second => second.p99 || null)), set('max', 'time', colours[3], line.map(second => second.max || null))];
    if (line.some(second => second.backlog > 0)) datasets.push(set('backlog', 'y', colours[4], line.map(second => second.backlog)));
    if (line.some(second => second.failed > 0)) datasets.push(set('failed attempts', 'y', colours[5], line.map(second => second.failed)));
    new Chart(canvas(parent, `${result.name}, ${connections} connections`, 'Operations done (left), response times (right, logarithmic).'), {
      type: 'line', data: { labels: line.map(second => second.second + ' s'), datasets },
      options: { interaction: { mode: 'index', intersect: false }, plugins: { legend }, scales: { x: { grid: { display: false }, ticks: { maxTicksLimit: 8 } },
        y: { beginAtZero: true, ticks: { maxTicksLimit: 6 } }, time: { position: 'right', type: 'logarithmic', grid: { display: false }, ticks: { maxTicksLimit: 6, callback: time } } } } });
  }));
}

function resources() {
  const parent = document.getElementById('resources');
  results.forEach(result => connectionsOf(result).forEach(connections => {
    const samples = last(runsOf(result, connections)).resources;
    if (samples.length < 2) return;
    const set = (label, axis, at, key) => ({ label, yAxisID: axis, borderColor: colours[at], backgroundColor: colours[at], borderWidth: 2, pointRadius: 0, data: samples.map(s => s[key]) });
    new Chart(canvas(parent, `${result.name}, ${connections} connections`, 'Processors (left, %), disks (right, MB/s).'), {
      type: 'line', data: { labels: samples.map(s => s.second + ' s'), datasets: [set('all processors', 'y', 4, 'processorPercent'), set('lab', 'y', 0, 'clientPercent'),
        set('server', 'y', 1, 'serverPercent'), set('written', 'disk', 2, 'writtenMegabytes'), set('read', 'disk', 3, 'readMegabytes')] },
      options: { interaction: { mode: 'index', intersect: false }, plugins: { legend }, scales: { x: { grid: { display: false }, ticks: { maxTicksLimit: 8 } },
        y: { min: 0, max: 100 }, disk: { position: 'right', beginAtZero: true, grid: { display: false } } } } });
  }));
  if (!parent.childElementCount) element('p', 'No run took long enough for two samples.', parent);
}

function known() {
  if (!published.length) return;
  document.getElementById('known').hidden = false;
  const parent = document.getElementById('published');
  row(parent, published[0].map(name => name.replaceAll('_', ' ')), 'th');
  published.slice(1).forEach(line => row(parent, line.map(value => value.replaceAll('|', ', '))));
}

function where() {
  const parent = document.getElementById('where');
  for (const { name, server: s, environment: e, driverOptions, version, spec } of results) {
    row(parent, ['Target', `${name} ${s.version}${s.url ? ', ' + s.url : ''}${s.managed ? ', managed by the lab' : ''}`]);
    if (s.driver) row(parent, ['Driver', s.driver + ' ' + Object.entries(driverOptions).map(([key, value]) => `${key}=${value}`).join(' ')]);
    row(parent, ['Machine of the lab', `${e.processors} × ${e.processor}, ${(e.memoryBytes / 1e9).toFixed(0)} GB, ${e.operatingSystem}, ${e.java}`]);
    row(parent, ['Write of 4 KB to disk', time(e.fsyncMillis * 1e6)]);
    row(parent, ['Espalier', `${version}, commit ${e.gitHash}, seed ${spec.loading.seed}`]);
  }
  const counters = document.getElementById('counters'), names = [...new Set(results.flatMap(r => Object.keys(last(r.runs)?.counters || {})))].sort();
  names.forEach(name => row(counters, [name, ...results.map(r => { const v = last(r.runs).counters[name]; return v == null ? '' : v.toPrecision(4) * 1; })]));
  const variables = document.getElementById('variables');
  for (const [name, value] of Object.entries(results[0].server.variables)) row(variables, [name, value]);
  document.getElementById('spec').textContent = results.map(r => JSON.stringify(r.spec, null, 2)).join('\n');
}

header();
figures();
compared();
bars();
curves();
seconds();
resources();
known();
where();
