const { result, published, publishedHardware } = JSON.parse(document.getElementById('data').textContent);
const dark = matchMedia('(prefers-color-scheme: dark)').matches;
const palette = dark
  ? { espalier: '#6cc49a', jdbc: '#7fa8e8', published: '#6f7a75', line: '#323a36', text: '#9aa7a0' }
  : { espalier: '#2f7d5b', jdbc: '#3f6fc4', published: '#b4bab3', line: '#e4e8e2', text: '#5d6964' };

const size = n => n % 1e6 === 0 ? n / 1e6 + 'M' : n / 1e3 + 'K';
const whole = n => n == null ? '' : Math.round(n).toLocaleString('en-US');
const seconds = s => s == null ? '' : s >= 10 ? s.toFixed(1) + ' s' : s >= 1 ? s.toFixed(2) + ' s' : (s * 1000).toPrecision(3) * 1 + ' ms';
const megabytes = b => b == null ? '' : whole(b / 1e6) + ' MB';
const knownFor = cell => published.find(p => p.objects === cell.objects && p.indexes === cell.indexes);
const element = (name, text, parent, type) => {
  const made = document.createElement(name);
  if (text != null) made.textContent = text;
  if (type) made.className = type;
  if (parent) parent.append(made);
  return made;
};

// one entry for each figure: how it reads, whether more is better, and where it is published
const figures = [
  { key: 'objectsPerSecond', title: 'Creation, objects/s', show: whole, more: true },
  { key: 'bytes', title: 'Size', show: megabytes },
  { key: 'found', title: 'Found', show: whole, equal: true },
  { key: 'coldSearchSeconds', title: 'Search cold', show: seconds },
  { key: 'coldCreateSeconds', title: 'Objects cold', show: seconds },
  { key: 'warmSearchSeconds', title: 'Search warm', show: seconds },
  { key: 'warmCreateSeconds', title: 'Objects warm', show: seconds },
  { key: 'structureObjectsPerSecond', title: 'Structures, objects/s', show: whole, unpublished: true },
];

function times(figure, cell, known) {
  const ours = cell[figure.key], theirs = known && known[figure.key];
  if (ours == null || theirs == null || figure.equal || figure.unpublished) return null;
  return figure.more ? ours / theirs : theirs / ours;
}
const factor = t => t >= 10 ? whole(t) : t.toFixed(1);

function header() {
  document.title = `Espalier lab: ${result.pack} on ${result.server.engine}`;
  document.getElementById('title').textContent = document.title;
  const repeats = result.spec.repeats;
  document.getElementById('subtitle').textContent = `${result.server.engine} ${result.server.version}, ${result.started}, `
    + `${result.environment.processors} × ${result.environment.processor}, `
    + (repeats === 1 ? 'each database made once' : `medians of ${repeats} repeats`);
}

function tiles() {
  const parent = document.getElementById('summary');
  const tile = (value, label) => { const box = element('div', null, parent, 'tile'); element('b', value, box); element('span', label, box); };
  const name = cell => `${cell.subject}, 12 × ${size(cell.objects)}, ${cell.indexes === 'both' ? 'all indexes' : cell.indexes === 'none' ? 'no index' : 'indexes on ' + cell.indexes}`;
  const best = (key, more) => result.cells.filter(c => c[key] != null).sort((a, b) => more ? b[key] - a[key] : a[key] - b[key])[0];
  const fastest = best('objectsPerSecond', true);
  tile(whole(fastest.objectsPerSecond) + '/s', `objects created; ${name(fastest)}`);
  const search = best('warmSearchSeconds');
  if (search) tile(seconds(search.warmSearchSeconds), `warm search; ${name(search)}`);
  const structures = best('structureObjectsPerSecond', true);
  tile(whole(structures.structureObjectsPerSecond) + '/s', `objects read as complete structures; ${name(structures)}`);
  tile(whole(result.cells.reduce((sum, c) => sum + c.found, 0)), `roots found in ${result.cells.length} databases, all as known`);
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

function groups() {
  const names = [], at = new Map();
  for (const cell of result.cells) {
    const name = `${size(cell.objects)} ${cell.indexes}`;
    if (!at.has(name)) { at.set(name, { name, objects: cell.objects, indexes: cell.indexes, bySubject: {} }); names.push(name); }
    at.get(name).bySubject[cell.subject] = cell;
  }
  return names.map(name => at.get(name));
}

function canvas(parent, title, note) {
  const box = element('div', null, parent, 'chart');
  element('h3', title, box);
  element('p', note, box);
  return element('canvas', null, element('div', null, box));
}

Chart.defaults.color = palette.text;
Chart.defaults.borderColor = palette.line;
Chart.defaults.font.family = 'system-ui, sans-serif';
Chart.defaults.animation = false;
Chart.defaults.maintainAspectRatio = false;

function bars(figure, title, logarithmic) {
  const all = groups(), subjects = [...new Set(result.cells.map(c => c.subject))];
  const value = v => v == null ? null : v;
  const datasets = subjects.map(subject => ({ label: subject, backgroundColor: palette[subject],
    data: all.map(group => value(group.bySubject[subject] && group.bySubject[subject][figure.key])) }));
  if (!figure.unpublished && published.some(p => p[figure.key] != null)) {
    datasets.push({ label: 'published', backgroundColor: palette.published,
      data: all.map(group => value((knownFor(group) || {})[figure.key])) });
  }
  if (datasets.every(set => set.data.every(v => v == null))) return;
  const smallest = Math.min(...datasets.flatMap(set => set.data).filter(v => v > 0));
  const note = (figure.more || figure.unpublished ? 'Higher is better' : 'Lower is better') + (logarithmic ? '; logarithmic scale.' : '.');
  new Chart(canvas(document.getElementById('charts'), title, note), {
    type: 'bar',
    data: { labels: all.map(group => group.name), datasets },
    options: {
      datasets: { bar: { maxBarThickness: 34, borderRadius: 2 } },
      plugins: { legend: { position: 'bottom', labels: { boxWidth: 12 } },
        tooltip: { callbacks: { label: item => `${item.dataset.label}: ${figure.show(item.raw)}` } } },
      scales: { x: { grid: { display: false } },
        y: { type: logarithmic ? 'logarithmic' : 'linear', beginAtZero: !logarithmic,
          // a bar needs a foot: the power of ten below half of the smallest
          min: logarithmic ? 10 ** Math.floor(Math.log10(smallest / 2)) : undefined,
          ticks: { maxTicksLimit: 7, callback: v => !logarithmic || Number.isInteger(Math.round(Math.log10(v) * 1e6) / 1e6) ? figure.show(v) : null } } },
    },
  });
}

function resources() {
  const parent = document.getElementById('resources');
  for (const cell of result.cells) {
    const samples = cell.runs[cell.runs.length - 1].load;
    if (samples.length < 2) continue;
    new Chart(canvas(parent, `${cell.subject} 12 × ${size(cell.objects)} ${cell.indexes}`, 'Processors in percent; disks in MB/s.'), {
      type: 'line',
      data: { labels: samples.map(s => s.second + ' s'), datasets: [
        { label: 'processors', yAxisID: 'y', data: samples.map(s => s.processorPercent), borderColor: palette.espalier, borderWidth: 2, pointRadius: 0, tension: 0.2 },
        { label: 'written', yAxisID: 'disk', data: samples.map(s => s.writtenMegabytes), borderColor: palette.jdbc, borderWidth: 2, pointRadius: 0, tension: 0.2 },
        { label: 'read', yAxisID: 'disk', data: samples.map(s => s.readMegabytes), borderColor: palette.published, borderWidth: 2, pointRadius: 0, tension: 0.2 }] },
      options: { interaction: { mode: 'index', intersect: false },
        plugins: { legend: { position: 'bottom', labels: { boxWidth: 12 } } },
        scales: { x: { grid: { display: false }, ticks: { maxTicksLimit: 8 } },
          y: { min: 0, max: 100, title: { display: true, text: '%' } },
          disk: { position: 'right', beginAtZero: true, grid: { display: false }, title: { display: true, text: 'MB/s' } } } },
    });
  }
  if (!parent.childElementCount) element('p', 'No database took long enough for two samples.', parent);
}

function where() {
  const parent = document.getElementById('where'), e = result.environment, s = result.server;
  const row = (name, value) => { const line = element('tr', null, parent); element('td', name, line); element('td', value, line); };
  row('Published figures', publishedHardware);
  row('These figures', `${s.engine} ${s.version}, ${e.processors} × ${e.processor}, ${(e.memoryBytes / 1e9).toFixed(0)} GB, ${result.spec.threads} writer threads`);
  row('Target', s.url + (s.managed ? ', started and restarted by the lab' : ''));
  row('Driver', s.driver);
  row('Java', `${e.java}, heap at most ${megabytes(e.heapBytes)}`);
  row('Operating system', e.operatingSystem);
  row('Write of 4 KB to disk', seconds(e.fsyncMillis / 1000));
  row('Espalier', `${result.version}, commit ${e.gitHash}`);
  row('Seed of the data', String(result.seed));
  const roads = [...new Set(result.cells.map(c => `${c.subject} loads by ${c.loadRoad}`))];
  const searches = [...new Set(result.cells.map(c => `${c.subject} ${c.indexes}: ${c.searchRoad}`))];
  row('Roads', roads.join('; '));
  row('Searches', searches.join('; '));
  const levels = [...new Set(result.cells.filter(c => c.coldProof).map(c => `${c.coldLevel}: ${c.coldProof}`))];
  if (levels.length) row('Cold caches', levels.join('; '));
  const variables = document.getElementById('variables');
  for (const [name, value] of Object.entries(s.variables)) { const line = element('tr', null, variables); element('td', name, line); element('td', value, line); }
  document.getElementById('spec').textContent = JSON.stringify(result.spec, null, 2);
}

header();
if (result.cells.length) tiles();
table();
const by = key => figures.find(figure => figure.key === key);
bars(by('objectsPerSecond'), 'Creation, objects per second', true);
bars(by('warmSearchSeconds'), 'Search, warm', true);
bars(by('coldSearchSeconds'), 'Search, cold', true);
bars(by('warmCreateSeconds'), 'Object creation, warm', true);
bars(by('bytes'), 'Size on disk');
bars(by('structureObjectsPerSecond'), 'Complete structures of 1,000 M1, objects per second');
resources();
where();
