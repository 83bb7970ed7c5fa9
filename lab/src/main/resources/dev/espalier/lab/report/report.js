const { result, published, publishedHardware } = data;
const tints = { espalier: colours[0], jdbc: colours[1], hibernate: colours[2], published: palette.quiet };

const size = n => n % 1e6 === 0 ? n / 1e6 + 'M' : n / 1e3 + 'K';
const seconds = s => s == null ? '' : s >= 10 ? s.toFixed(1) + ' s' : s >= 1 ? s.toFixed(2) + ' s' : (s * 1000).toPrecision(3) * 1 + ' ms';
const megabytes = b => b == null ? 'unknown' : whole(b / 1e6) + ' MB';
// 0 in older results is an engine that does not tell, too
result.cells.forEach(cell => { cell.bytes = cell.bytes || null; });
const knownFor = cell => published.find(p => p.objects === cell.objects && p.indexes === cell.indexes);

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
    const samples = cell.runs[cell.runs.length - 1].load;
    if (samples.length < 2) continue;
    new Chart(canvas('resources', `${cell.subject} 12 × ${size(cell.objects)} ${cell.indexes}`, 'Processors in percent; disks in MB/s.'), {
      type: 'line',
      data: { labels: samples.map(s => s.second + ' s'), datasets: [
        { label: 'processors', yAxisID: 'y', data: samples.map(s => s.processorPercent), borderColor: tints.espalier, borderWidth: 2, pointRadius: 0 },
        { label: 'written', yAxisID: 'disk', data: samples.map(s => s.writtenMegabytes), borderColor: tints.jdbc, borderWidth: 2, pointRadius: 0 },
        { label: 'read', yAxisID: 'disk', data: samples.map(s => s.readMegabytes), borderColor: tints.published, borderWidth: 2, pointRadius: 0 }] },
      options: { interaction: together, plugins: { legend },
        scales: { x: { grid: { display: false }, ticks: { maxTicksLimit: 8 } },
          y: { min: 0, max: 100, title: { display: true, text: '%' } },
          disk: { position: 'right', beginAtZero: true, grid: { display: false }, title: { display: true, text: 'MB/s' } } } },
    });
  }
  const parent = document.getElementById('resources');
  if (!parent.childElementCount) element('p', 'No database took long enough for two samples.', parent);
}

function where() {
  const table = document.getElementById('where');
  line(table, ['Published figures', publishedHardware]);
  facts.forEach(([title, value]) => line(table, [title, value(result)]));
  line(table, ['Writer threads', whole(result.spec.threads)]);
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
const by = key => figures.find(figure => figure.key === key);
bars(by('objectsPerSecond'), 'Creation, objects per second', true);
bars(by('warmSearchSeconds'), 'Search, warm', true);
bars(by('coldSearchSeconds'), 'Search, cold', true);
bars(by('warmCreateSeconds'), 'Object creation, warm', true);
bars(by('bytes'), 'Size on disk');
bars(by('structureObjectsPerSecond'), 'Complete structures of 1,000 M1, objects per second');
resources();
where();
