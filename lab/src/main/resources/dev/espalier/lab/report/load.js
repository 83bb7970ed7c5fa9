const { results, comparisons, published } = data;
const name = result => results.filter(r => r.title === result.title).length > 1
  ? `${result.title} ${results.indexOf(result) + 1}` : result.title;
const connections = n => n === 1 ? '1 connection' : `${whole(n)} connections`;
const label = (result, group) => (results.length > 1 ? name(result) + ', ' : '') + connections(group.connections);
const each = action => { let n = 0; results.forEach(result => result.groups.forEach(group => action(result, group, n++))); };

function header() {
  heading('Espalier lab: ' + results.map(name).join(', '), results.map(r => `${r.server.engine} ${r.server.version}, ${r.started}`
    + endedEarly(r)).join('; ') + `; ${machine(results[0].environment)}`);
}

// empty if operations ended in the time that counts
const ended = group => group.goodput ? '' : `none ended, ${whole(group.wentOn)} went on`;

function tiles() {
  each((result, group, n) => {
    const times = group.types.filter(t => t.count).map(t => t.p99);
    if (n < 6) tile(ended(group) || rate(group.goodput) + '/s', label(result, group) + (times.length ? `; p99 ${millis(Math.max(...times))} ms` : ''));
  });
}

// a run beside other processes: the shares of the processors, the last cell but one, stand out
const mark = (isBeside, row) => { if (isBeside) row.cells[row.cells.length - 2].className = 'bad'; };

// in both sections: a comparison is read by itself
function beside() {
  const found = [];
  each((result, group) => { if (group.besideOthers) found.push(`${label(result, group)}: ${shares(group.processors)}`); });
  if (found.length) ['figures', 'comparisons'].forEach(id => element('p', 'Beside other processes, which took more than 10 % of the processors: ' + found.join('; '),
    document.getElementById(id).closest('section'), 'bad'));
}

function figures() {
  const table = document.getElementById('figures');
  line(table, ['', 'loop', 'done/s', 'p50', 'p90', 'p95', 'p99', 'p99.9', 'p99.99', 'max', 'failed attempts', 'backlog', 'seconds vary by',
    'CPU of lab, µs', 'CPU of server, µs', 'limited by', 'processors', 'shares: least to most of a connection'], 'th');
  each((result, group) => {
    const failed = Object.entries(group.failures).map(([code, count]) => `${code}: ${whole(count)}`).join(', ');
    const known = group.types.filter(type => type.count > 0);
    const types = known.length ? known : [{ type: 'no operation', goodput: 0 }];
    [...types, ...(group.connecting ? [group.connecting] : [])].forEach((type, n) => mark(group.besideOthers && !n, line(table, [
      `${label(result, group)}, ${type.type}` + (group.runs > 1 ? ` (${group.runs} runs)` : ''), group.loop, n < types.length ? ended(group) || rate(type.goodput) : '',
      ...['p50', 'p90', 'p95', 'p99', 'p999', 'p9999', 'max'].map(key => time(type[key])),
      ...(n ? ['', '', '', '', '', '', '', ''] : [failed || '0', whole(group.backlog), (group.variation * 100).toFixed(1) + ' %', whole(group.clientCpuMicros),
        whole(group.serverCpuMicros), group.limit ?? '-', shares(group.processors),
        `${whole(group.leastShare)} to ${whole(group.greatestShare)}`])])));
  });
}

function machines() {
  const table = document.getElementById('parts');
  line(table, ['', 'machine', 'done/s', 'p50', 'p99', 'max', 'limited by', 'clock ahead by, ms', 'start within, µs', 'processors and disk'], 'th');
  each((result, group) => group.machines.forEach(part => {
    document.getElementById('machines').hidden = false;
    const of = result.machines[part.machine];
    const times = part.response;
    line(table, [`${label(result, group)}: ${whole(part.connections)}`, part.machine, ...(times ? [rate(times.goodput), time(times.p50), time(times.p99), time(times.max)]
      : ['lost: ' + part.lost, '', '', '']), part.limit, part.clockOffsetMillis.toFixed(3), whole(part.startWithinMicros),
    of ? `${machine(of)}; 4 KB on disk in ${millis(of.fsyncMillis)} ms` : '']);
  }));
}

function compared() {
  if (!comparisons.some(one => one.comparisons.length)) return;
  document.getElementById('compared').hidden = false;
  const table = document.getElementById('comparisons');
  line(table, ['B against ' + name(results[0]), 'connections', 'figure', 'A', 'B', 'B / A', '95 % interval', 'p', 'verdict on B'], 'th');
  for (const { result, comparisons: all } of comparisons) {
    for (const c of all) {
      const show = v => v == null ? '-' : c.figure === 'goodput' ? rate(v) + '/s' : millis(v / 1e6) + ' ms';
      const digits = (v, n) => v == null ? '-' : v.toFixed(n);
      line(table, [name(results[result]), whole(c.connections), c.figure, show(c.medianA), show(c.medianB), digits(c.ratio, 3),
        c.low == null ? '-' : `${digits(c.low, 3)} to ${digits(c.high, 3)}`, digits(c.p, 4), c.verdict.toLowerCase().replaceAll('_', ' ')]);
    }
    const shown = all.filter(c => c.figure === 'goodput' && c.low != null);
    if (!shown.length) continue;
    // lines from end to end, not bars: an interval has no foot at zero
    new Chart(canvas('intervals', `Throughput of ${name(results[result])} by that of ${name(results[0])}`, '95 % intervals; 1 is no difference; the axis does not begin at 0.'), {
      type: 'line',
      data: { labels: shown.map(c => connections(c.connections)), datasets: shown.map(c => ({ label: connections(c.connections), borderColor: colour(1),
        backgroundColor: colour(1), borderWidth: 3, pointStyle: 'line', pointRotation: 90, pointRadius: 6,
        data: [c.low, c.high].map(x => ({ x, y: connections(c.connections) })) })) },
      options: { plugins: { legend: { display: false } },
        scales: { x: { type: 'linear', suggestedMin: 0.9, suggestedMax: 1.1 }, y: { type: 'category', labels: shown.map(c => connections(c.connections)), offset: true, grid: { display: false } } } },
    });
  }
}

function percentiles() {
  // the axis is logarithmic in what is left: 90, 99 and 99.9 % are as far from each other
  const left = p => 100 / (100 - p);
  const datasets = [];
  each((result, group, n) => datasets.push({ label: label(result, group), data: group.curve.map(point => ({ x: left(point.percentile), y: Math.max(point.millis, 1e-5) })),
    borderColor: colour(n), backgroundColor: colour(n), borderWidth: 2, pointRadius: group.curve.length === 1 ? 3 : 0 }));
  new Chart(canvas('percentiles', 'Response time, ms', 'Both axes are logarithmic.'), {
    type: 'line', data: { datasets },
    options: { plugins: { legend, tooltip: { callbacks: { title: items => (100 - 100 / items[0].parsed.x).toFixed(4) + ' %', label: item => `${item.dataset.label}: ${millis(item.parsed.y)} ms` } } },
      scales: { x: { type: 'logarithmic', ticks: { callback: x => [1, 2, 10, 100, 1e3, 1e4, 1e5, 1e6].includes(x) ? Number((100 - 100 / x).toFixed(5)) + ' %' : null }, grid: { display: false } },
        y: { type: 'logarithmic', ticks: { maxTicksLimit: 8, callback: v => millis(v) } } } },
  });
}

function overTime() {
  each((result, group, n) => {
    const seconds = group.seconds.filter(s => s.phase !== 'after');
    if (seconds.length < 2) return;
    const warm = context => seconds[context.p0DataIndex].phase !== 'measured' ? [2, 3] : undefined;
    // a second without operations is a gap in the times; one between two gaps is a point
    const isAlone = (key, n) => [n - 1, n + 1].every(at => seconds[at]?.[key] == null);
    const set = (title, key, axis, tint) => ({ label: title, yAxisID: axis, data: seconds.map(s => s[key]), borderColor: tint, backgroundColor: tint,
      borderWidth: 2, pointRadius: seconds.map((_, n) => isAlone(key, n) ? 3 : 0), segment: { borderDash: warm } });
    const datasets = [set('done/s', 'done', 'y', colour(n)), set('p50, ms', 'p50', 'times', palette.quiet), set('p99, ms', 'p99', 'times', colour(n + 1))];
    if (seconds.some(s => s.backlog > 0)) datasets.push(set('backlog', 'backlog', 'y', colour(n + 2)));
    if (seconds.some(s => s.failures > 0)) datasets.push(set('failed attempts/s', 'failures', 'y', colour(n + 3)));
    new Chart(canvas('time', label(result, group), 'Operations on the left, times on the right, logarithmic.'), {
      type: 'line', data: { labels: seconds.map(s => s.second + ' s'), datasets }, plugins: [markPlugin(group.marks)],
      options: { interaction: together, plugins: { legend },
        scales: { x: { grid: { display: false }, ticks: { maxTicksLimit: 10 } }, y: { beginAtZero: true, ticks: { precision: 0, callback: whole } },
          times: { type: 'logarithmic', position: 'right', grid: { display: false }, ticks: { maxTicksLimit: 6, callback: v => millis(v) } } } },
    });
  });
}

const phases = group => group.seconds.filter((second, n) => second.phase !== group.seconds[n - 1]?.phase).map(second => ({ name: second.phase, fromSecond: second.second }));

function resources() {
  const count = results.reduce((sum, result) => sum + result.groups.length, 0);
  each((result, group, n) => [{ resources: group.resources }, ...group.machines, ...group.watched].forEach(part =>
    resourceCharts(label(result, group) + (part.machine ? ', ' + part.machine : ''), part.resources, phases(group), n === 0 || count < 4)));
  watched();
  noResources('No machine told anything: it is not Linux, or no run took a second.');
}

// machines that only watched: a row each, so that one that reported nothing is named, too
function watched() {
  const table = document.getElementById('watched');
  each((result, group) => group.watched.forEach(part => {
    if (!table.childElementCount) line(table, ['', 'watched machine', 'what', 'seconds told', ''], 'th');
    line(table, [label(result, group), part.machine, part.what, whole(part.resources.length), part.lost ? 'lost: ' + part.lost : '']);
  }));
}

function known() {
  if (!published.length) return;
  document.getElementById('published').hidden = false;
  for (const report of published) {
    element('p', report.title, document.getElementById('known'));
    const table = element('table', null, element('div', null, document.getElementById('known'), 'scroll'));
    line(table, report.columns, 'th');
    report.rows.forEach(row => line(table, row));
  }
}

const workingSet = w => `${whole(w.rows)} rows` + (w.bytes == null ? '' : `, ${whole(w.bytes)} of ${whole(w.dataBytes)} bytes; the buffer has ${whole(w.bufferBytes)}`);

function where() {
  const table = document.getElementById('where');
  line(table, ['', ...results.map(name)], 'th');
  const row = (title, value) => line(table, [title, ...results.map(value)]);
  const cells = list => [...new Set(list.filter(Boolean))].join('; ');
  facts.forEach(([title, value]) => row(title, value));
  row('Sessions', r => Object.entries(r.options).map(([key, value]) => `${key}=${value}`).join(', '));
  row('Allocator of the server', r => cells(r.groups.flatMap(g => g.server.map(s => s.allocator))));
  row('Settings of the server', r => cells([...Object.entries(r.spec.loading.server.settings).map(([key, value]) => `${key}=${value}`),
    r.spec.loading.server.preload && 'preloaded ' + r.spec.loading.server.preload]));
  row('Working set', r => cells(r.groups.flatMap(g => g.server.map(s => s.workingSet && workingSet(s.workingSet)))));
  row('Cache', r => r.spec.loading.server.cache === 'WARM' ? 'as it was'
    : cells(r.groups.flatMap(g => g.server.map(s => s.cache ? `${s.cache.level}: ${s.cache.proof}` : 'nobody has said'))));
  row('Seed', r => String(r.spec.loading.seed));
  results.forEach(r => {
    foldTable(`${name(r)}: server variables`, Object.entries(r.server.variables));
    r.groups.filter(g => Object.keys(g.counters).length).forEach(g => foldTable(`${name(r)}, ${connections(g.connections)}: server counters for each operation`,
      Object.entries(g.counters).map(([key, value]) => [key, Number(value.toPrecision(4)).toString()])));
    foldSpec(`${name(r)}: the whole specification`, r.spec);
  });
}

header();
tiles();
figures();
machines();
compared();
beside();
percentiles();
overTime();
resources();
known();
where();
