const { result, published, publishedHardware } = data;
const tints = { espalier: colours[0], jdbc: colours[1], hibernate: colours[2], published: palette.quiet };

const size = n => n % 1e6 === 0 ? n / 1e6 + 'M' : n % 1e3 === 0 ? n / 1e3 + 'K' : String(n);
const seconds = s => s == null ? '' : s >= 10 ? s.toFixed(1) + ' s' : s >= 1 ? s.toFixed(2) + ' s' : (s * 1000).toPrecision(3) * 1 + ' ms';
const megabytes = b => b == null ? 'unknown' : whole(b / 1e6) + ' MB';
// 0 in older results is an engine that does not report it, too
result.cells.forEach(cell => { cell.bytes = cell.bytes || null; });
const knownFor = cell => published.find(p => p.objects === cell.objects && p.indexes === cell.indexes);

const totals = one => {
  const total = (search, create) => search == null || create == null ? null : search + create;
  one.coldTotalSeconds = total(one.coldSearchSeconds, one.coldCreateSeconds);
  one.warmTotalSeconds = total(one.warmSearchSeconds, one.warmCreateSeconds);
  one.coldShare = one.coldTotalSeconds && 100 * one.coldSearchSeconds / one.coldTotalSeconds;
  one.warmShare = one.warmTotalSeconds && 100 * one.warmSearchSeconds / one.warmTotalSeconds;
  one.warmOfCold = one.coldTotalSeconds && one.warmTotalSeconds && 100 * one.warmTotalSeconds / one.coldTotalSeconds;
};
result.cells.forEach(totals);
published.forEach(totals);
const percent = n => n == null ? '' : n.toFixed(n < 10 ? 1 : 0) + ' %';
const making = result.spec.making || { create: 'BULK', indexWhen: 'AFTER' };

// one entry for each figure: how it reads, whether more is better, and where it is published
const figures = [
  { key: 'createSeconds', title: 'Creation', show: seconds },
  { key: 'objectsPerSecond', title: 'Creation, objects/s', show: whole, more: true },
  { key: 'bytes', title: 'Size', show: megabytes },
  { key: 'found', title: 'Found', show: whole, equal: true },
  { key: 'coldTotalSeconds', title: 'Total cold', show: seconds },
  { key: 'coldSearchSeconds', title: 'Search cold', show: seconds },
  { key: 'coldCreateSeconds', title: 'Objects cold', show: seconds },
  { key: 'coldShare', title: 'Search of total, cold', show: percent, equal: true },
  { key: 'warmTotalSeconds', title: 'Total warm', show: seconds },
  { key: 'warmSearchSeconds', title: 'Search warm', show: seconds },
  { key: 'warmCreateSeconds', title: 'Objects warm', show: seconds },
  { key: 'warmShare', title: 'Search of total, warm', show: percent, equal: true },
  { key: 'warmOfCold', title: 'Warm of cold', show: percent, equal: true },
  { key: 'structureObjectsPerSecond', title: 'Structures, objects/s', show: whole, unpublished: true },
];

function times(figure, cell, known) {
  const ours = cell[figure.key], theirs = known && known[figure.key];
  if (ours == null || theirs == null || figure.equal || figure.unpublished) return null;
  return figure.more ? ours / theirs : theirs / ours;
}
const factor = t => t >= 10 ? whole(t) : t.toFixed(1);

function header() {
  const repeats = result.spec.repeats;
  heading(`Espalier lab: ${result.pack} on ${result.server.engine}`, `${result.server.engine} ${result.server.version}, ${result.started}, `
    + `${machine(result.environment)}, ` + (repeats === 1 ? 'each database made once' : `medians of ${repeats} repeats`) + endedEarly(result));
}

function tiles() {
  const name = cell => `${cell.subject}, 12 × ${size(cell.objects)}, ${cell.indexes === 'both' ? 'all indexes' : cell.indexes === 'none' ? 'no index' : 'indexes on ' + cell.indexes}`;
  const best = (key, more) => result.cells.filter(c => c[key] != null).sort((a, b) => more ? b[key] - a[key] : a[key] - b[key])[0];
  const fastest = best('objectsPerSecond', true);
  tile(whole(fastest.objectsPerSecond) + '/s', `objects created; ${name(fastest)}`);
  const search = best('warmSearchSeconds');
  if (search) tile(seconds(search.warmSearchSeconds), `warm search; ${name(search)}`);
  const structures = best('structureObjectsPerSecond', true);
  if (structures) tile(whole(structures.structureObjectsPerSecond) + '/s', `objects read as complete structures; ${name(structures)}`);
  const asked = result.cells.filter(c => c.found != null);
  tile(whole(asked.reduce((sum, c) => sum + c.found, 0)), `roots found in ${asked.length} databases, all as known`);
}

function table() {
  const parent = document.getElementById('figures');
  const head = element('tr', null, parent);
  element('th', 'Database', head);
  figures.forEach(figure => element('th', figure.title, head));
  element('th', 'Cache', head);
  for (const cell of result.cells) {
    const known = knownFor(cell), row = element('tr', null, parent);
    const title = element('td', `${cell.subject} 12 × ${size(cell.objects)} ${cell.indexes}`, row);
    if (known) element('small', 'published', title);
    for (const figure of figures) {
      const box = element('td', figure.show(cell[figure.key]), row);
      if (known && known[figure.key] != null && !figure.unpublished) element('small', figure.show(known[figure.key]), box);
      const t = times(figure, cell, known);
      if (t != null) element('small', '× ' + factor(t), box, t > 1.05 ? 'better' : t < 0.95 ? 'worse' : '');
    }
    const cache = element('td', cell.coldLevel || '', row);
    cache.title = cell.coldProof || '';
  }
}

// creation by transactions: what they have met
function transactions() {
  const met = result.cells.filter(cell => cell.transactions);
  if (!met.length) return;
  document.getElementById('met').hidden = false;
  const parent = document.getElementById('transactions');
  line(parent, ['Database', 'transactions', 'transactions/s', 'retries', 'of them after deadlocks', 'by error', 'pauses of all writers'], 'th');
  met.forEach(cell => { const t = cell.transactions, codes = Object.entries(t.retries);
    line(parent, [`${cell.subject} 12 × ${size(cell.objects)} ${cell.indexes}`, whole(t.transactions), whole(t.transactions / cell.createSeconds),
      whole(codes.reduce((sum, [, count]) => sum + count, 0)), whole(t.deadlocks), codes.map(([code, count]) => `${code}: ${whole(count)}`).join(', '), seconds(t.pauseSeconds)]); });
}

// what an index level costs, or saves, beside no index
function indexCosts() {
  const parent = document.getElementById('costs');
  const rows = [];
  const lines = [...new Set(result.cells.map(c => c.subject))].map(subject => [subject, result.cells.filter(c => c.subject === subject)]);
  if (published.length) lines.push(['published', published]);
  for (const [name, cells] of lines) {
    for (const none of cells.filter(c => c.indexes === 'none')) {
      for (const cell of cells.filter(c => c.objects === none.objects && c.indexes !== 'none')) {
        const change = key => none[key] && cell[key] ? (cell[key] >= none[key] ? '+' : '') + percent(100 * (cell[key] / none[key] - 1)) : '';
        rows.push([`${name} 12 × ${size(cell.objects)} ${cell.indexes}`, change('createSeconds'), change('coldSearchSeconds'), change('warmSearchSeconds'), change('bytes')]);
      }
    }
  }
  if (!rows.length) return;
  document.getElementById('levels').hidden = false;
  line(parent, ['Against no index', 'creation', 'search cold', 'search warm', 'size'], 'th');
  rows.forEach(row => line(parent, row));
}

// is it linear? slope 1: twice the objects take twice the time
function byObjects() {
  const sizes = [...new Set(result.cells.map(c => c.objects))].sort((a, b) => a - b);
  if (sizes.length < 2) return;
  document.getElementById('growth').hidden = false;
  const sources = [...new Set(result.cells.map(c => c.subject))].map(subject => [subject, result.cells.filter(c => c.subject === subject)]);
  sources.push(['published', published]);
  const parent = document.getElementById('slopes');
  line(parent, ['', 'creation', 'search cold', 'search warm'], 'th');
  const datasets = [];
  for (const [name, cells] of sources) {
    for (const indexes of [...new Set(cells.map(c => c.indexes))]) {
      const all = cells.filter(c => c.indexes === indexes).sort((a, b) => a.objects - b.objects);
      if (all.length < 2) continue;
      const first = all[0], last = all[all.length - 1];
      const slope = key => first[key] && last[key] ? (Math.log(last[key] / first[key]) / Math.log(last.objects / first.objects)).toFixed(2) : '';
      line(parent, [`${name} ${indexes}`, slope('createSeconds'), slope('coldSearchSeconds'), slope('warmSearchSeconds')]);
      const n = datasets.length;
      datasets.push({ label: `${name} ${indexes}`, borderColor: name === 'published' ? palette.quiet : colour(n), backgroundColor: name === 'published' ? palette.quiet : colour(n), borderWidth: 2, pointRadius: 3,
        data: all.filter(c => c.warmSearchSeconds).map(c => ({ x: c.objects, y: c.warmSearchSeconds })) });
    }
  }
  new Chart(canvas('objects', 'Search, warm, by objects of each class', 'Both axes are logarithmic.'), {
    type: 'line', data: { datasets },
    options: { plugins: { legend, tooltip: { callbacks: { label: item => `${item.dataset.label}: ${seconds(item.parsed.y)}` } } },
      scales: { x: { type: 'logarithmic', ticks: { callback: n => sizes.includes(n) ? size(n) : null }, grid: { display: false } }, y: { type: 'logarithmic', ticks: { maxTicksLimit: 7, callback: powersOfTen(seconds) } } } },
  });
}

function groups() {
  const names = [], at = new Map();
  for (const cell of result.cells) {
    const name = `${size(cell.objects)} ${cell.indexes}`;
    if (!at.has(name)) { at.set(name, { name, objects: cell.objects, indexes: cell.indexes, bySubject: {} }); names.push(name); }
    at.get(name).bySubject[cell.subject] = cell;
  }
  return names.map(name => at.get(name));
}

function bars(figure, title, logarithmic) {
  const all = groups(), subjects = [...new Set(result.cells.map(c => c.subject))];
  const value = v => v == null ? null : v;
  const datasets = subjects.map(subject => ({ label: subject, backgroundColor: tints[subject],
    data: all.map(group => value(group.bySubject[subject] && group.bySubject[subject][figure.key])) }));
  if (!figure.unpublished && published.some(p => p[figure.key] != null)) {
    datasets.push({ label: 'published', backgroundColor: tints.published,
      data: all.map(group => value((knownFor(group) || {})[figure.key])) });
  }
  if (datasets.every(set => set.data.every(v => v == null))) return;
  const note = (figure.more || figure.unpublished ? 'Higher is better' : 'Lower is better') + (logarithmic ? '; logarithmic scale.' : '.');
  new Chart(canvas('charts', title, note), {
    type: 'bar',
    data: { labels: all.map(group => group.name), datasets },
    options: {
      datasets: { bar: { maxBarThickness: 34, borderRadius: 2 } },
      plugins: { legend,
        tooltip: { callbacks: { label: item => `${item.dataset.label}: ${figure.show(item.raw)}` } } },
      scales: { x: { grid: { display: false } },
        y: { type: logarithmic ? 'logarithmic' : 'linear', beginAtZero: !logarithmic,
          min: logarithmic ? foot(datasets.flatMap(set => set.data)) : undefined,
          ticks: { maxTicksLimit: 7, callback: logarithmic ? powersOfTen(figure.show) : figure.show } } },
    },
  });
}

function resources() {
  for (const cell of result.cells) {
    const last = cell.runs[cell.runs.length - 1];
    resourceCharts(`${cell.subject} 12 × ${size(cell.objects)} ${cell.indexes}`, last.load, last.phases || [], cell === result.cells[0] || result.cells.length < 4);
  }
  noResources('The machine told nothing: it is not Linux, or no database took a second.');
}

function where() {
  const table = document.getElementById('where');
  line(table, ['Published figures', publishedHardware]);
  facts.forEach(([title, value]) => line(table, [title, value(result)]));
  line(table, ['Writer threads', whole(result.spec.threads)]);
  line(table, ['Creation', making.create === 'TRANSACTIONS' ? 'as published: a transaction for each object graph' : 'by the bulk load of each subject; published: by transactions of each object graph']);
  line(table, ['Indexes', making.indexWhen === 'BEFORE' ? 'before the first object' + (making.create === 'TRANSACTIONS' ? ', as published' : '') : 'after the last object; published: before the first']);
  line(table, ['Seed of the data', String(result.seed)]);
  const each = value => [...new Set(result.cells.map(value).filter(Boolean))].join('; ');
  line(table, ['Roads', each(c => `${c.subject} loads by ${c.loadRoad}`)]);
  line(table, ['Searches', each(c => c.searchRoad && `${c.subject} ${c.indexes}: ${c.searchRoad}`)]);
  const levels = each(c => c.coldProof && `${c.coldLevel}: ${c.coldProof}`);
  if (levels) line(table, ['Cold caches', levels]);
  foldTable('Server variables', Object.entries(result.server.variables));
  foldSpec('The whole specification', result.spec);
}

header();
if (result.cells.length) tiles();
table();
transactions();
indexCosts();
byObjects();
const by = key => figures.find(figure => figure.key === key);
bars(by('objectsPerSecond'), 'Creation, objects per second', true);
bars(by('warmSearchSeconds'), 'Search, warm', true);
bars(by('coldSearchSeconds'), 'Search, cold', true);
bars(by('warmCreateSeconds'), 'Object creation, warm', true);
bars(by('bytes'), 'Size on disk');
bars(by('structureObjectsPerSecond'), 'Complete structures of 1,000 M1, objects per second');
resources();
where();
