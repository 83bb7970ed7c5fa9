const { result, differences, gains, published, asPublished } = data;
const { plan, measured } = result;
const axes = Object.keys(plan.axes);
const cells = plan.cells.map((cell, n) => ({ values: cell.values, ...measured[n] }));
const median = list => { const sorted = list.slice().sort((a, b) => a - b), n = sorted.length; return n ? (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2 : null; };
const of = (cell, key) => cell.runs.map(run => run[key]).filter(value => value != null);
const spread = (cell, key, show) => { const list = of(cell, key);
  return list.length < 2 ? (list.length ? show(list[0]) : cell.runs.length ? '-' : '') : `${show(median(list))} (${show(Math.min(...list))} to ${show(Math.max(...list))})`; };
const others = cell => cell.runs.map(run => run.processors?.othersPercent).filter(value => value != null);
const beside = cell => others(cell).length ? Math.max(...others(cell)) + ' %' + (Math.max(...others(cell)) > 10 ? ': beside other processes' : '') : '-';
const share = (values, without) => Object.entries(values).filter(([axis]) => axis !== without).map(([, value]) => value).join(', ');

function header() {
  const runs = cells.reduce((sum, cell) => sum + cell.runs.length, 0);
  heading(`Espalier lab: sweep of ${result.pack}`, `${whole(cells.length)} combinations, ${plan.repeats} ${plan.repeats === 1 ? 'round' : 'rounds'}, ${plan.order.toLowerCase()}, `
    + `${whole(runs)} of ${whole(cells.length * plan.repeats)} runs done; ${result.started}; ${machine(result.environment)}${endedEarly(result)}`);
}

function tiles() {
  const done = cells.filter(cell => cell.runs.length);
  if (!done.length) return;
  const best = done.reduce((a, b) => median(of(b, 'goodput')) > median(of(a, 'goodput')) ? b : a);
  tile(rate(median(of(best, 'goodput'))) + '/s', 'most operations a second: ' + share(best.values));
  const known = done.filter(cell => of(cell, 'p50Millis').length);
  if (!known.length) return;
  const quick = known.reduce((a, b) => median(of(b, 'p50Millis')) < median(of(a, 'p50Millis')) ? b : a);
  tile(millis(median(of(quick, 'p50Millis'))) + ' ms', 'shortest median response time: ' + share(quick.values));
}

function table() {
  const parent = document.getElementById('figures');
  const measures = [['done/s', 'goodput', rate], ['p50', 'p50Millis', millis], ['p90', 'p90Millis', millis], ['p99', 'p99Millis', millis], ['p99.9', 'p999Millis', millis],
    ['max', 'maxMillis', millis], ['failed attempts', 'failedAttempts', whole], ['CPU of lab, µs', 'clientCpuMicros', whole], ['CPU of server, µs', 'serverCpuMicros', whole]];
  line(parent, ['', ...measures.map(([title]) => title), 'limited by', 'others took of the processors', 'rounds'], 'th');
  cells.forEach(cell => line(parent, [share(cell.values), ...measures.map(([, key, show]) => spread(cell, key, show)),
    [...new Set(of(cell, 'limit'))].join(', '), beside(cell), whole(cell.runs.length)]));
}

const series = key => (published ? published.series : []).filter(one => one.figure === key);

// by connections if they vary; otherwise bars, one for each combination; published figures in grey
function curves() {
  const charts = [['Operations a second', 'goodput', rate, 'Higher is better.'], ['Median response time, ms', 'p50Millis', millis, 'Lower is better.'],
    ['99th percentile, ms', 'p99Millis', millis, 'Lower is better.'], ['Longest response, ms', 'maxMillis', millis, 'Lower is better.']];
  const byConnections = (plan.axes.connections || []).length > 1;
  const values = key => [...cells.map(cell => median(of(cell, key))), ...series(key).flatMap(one => Object.values(one.points))].filter(v => v > 0);
  const logarithmic = key => Math.max(...values(key)) > 20 * Math.min(...values(key));
  for (const [title, key, show, better] of charts) {
    if (!cells.some(cell => cell.runs.length)) return;
    const log = logarithmic(key);
    const scale = { type: log ? 'logarithmic' : 'linear', beginAtZero: !log, ticks: { maxTicksLimit: 8, callback: log ? powersOfTen(show) : show },
      min: log ? foot(values(key)) : undefined };
    const note = better + (log ? ' The axis is logarithmic.' : '');
    if (byConnections) {
      const lines = [...new Set(cells.map(cell => share(cell.values, 'connections')))];
      new Chart(canvas('curves', title + ' by connections', note), {
        type: 'line',
        data: { datasets: [...lines.map((name, n) => ({ label: name || result.pack, borderColor: colour(n), backgroundColor: colour(n), borderWidth: 2, pointRadius: 3,
          data: cells.filter(cell => share(cell.values, 'connections') === name && cell.runs.length)
            .map(cell => ({ x: Number(cell.values.connections), y: median(of(cell, key)) })).sort((a, b) => a.x - b.x) })),
        ...series(key).map((one, n) => ({ label: 'published: ' + one.label, borderColor: palette.quiet, backgroundColor: palette.quiet, borderWidth: 1.5, pointRadius: 3,
          borderDash: [[6, 4], [2, 3], [10, 3, 2, 3]][n % 3], data: Object.entries(one.points).map(([x, y]) => ({ x: Number(x), y })) }))] },
        options: { interaction: { mode: 'nearest', intersect: false }, plugins: { legend, tooltip: { callbacks: { label: item => `${item.dataset.label}: ${show(item.parsed.y)}` } } },
          scales: { x: { type: 'linear', title: { display: true, text: 'connections' }, ticks: { precision: 0 }, grid: { display: false } }, y: scale } },
      });
    } else {
      new Chart(canvas('curves', title, note), {
        type: 'bar',
        data: { labels: [...cells.map(cell => share(cell.values)), ...series(key).map(one => 'published: ' + one.label)],
          datasets: [{ label: title, backgroundColor: [...cells.map(() => colour(0)), ...series(key).map(() => palette.quiet)], maxBarThickness: 34,
            data: [...cells.map(cell => median(of(cell, key))), ...series(key).map(one => Object.values(one.points)[0])] }] },
        options: { plugins: { legend: { display: false }, tooltip: { callbacks: { label: item => show(item.raw) } } }, scales: { x: { grid: { display: false } }, y: scale } },
      });
    }
  }
}

const percent = v => (v > 0 ? '+' : '') + v.toFixed(1);

function gaining() {
  if (!gains.length) return;
  document.getElementById('gaining').hidden = false;
  const names = [...new Set(gains.map(g => `${g.axis}: ${g.b} over ${g.a}`))];
  for (const name of names) {
    const these = gains.filter(g => `${g.axis}: ${g.b} over ${g.a}` === name);
    const counts = [...new Set(these.flatMap(g => Object.keys(g.percentByConnections).map(Number)))].sort((a, b) => a - b);
    new Chart(canvas('gains-by-connections', name + ', gain in % by connections', 'Above 0: the other value does more.'), {
      type: 'bar',
      data: { labels: counts.map(whole), datasets: these.map((g, n) => ({ label: Object.values(g.others).join(', ') || result.pack, backgroundColor: colour(n), maxBarThickness: 34,
        data: counts.map(count => g.percentByConnections[count]) })) },
      options: { plugins: { legend, tooltip: { callbacks: { label: item => `${item.dataset.label}: ${percent(item.raw)} %` } } },
        scales: { x: { title: { display: true, text: 'connections' }, grid: { display: false } }, y: { beginAtZero: true } } },
    });
  }
  const parent = document.getElementById('gains');
  const publishedGain = g => published && published.gainPercent[g.others.load];
  const isPublished = gains.some(g => publishedGain(g) != null);
  line(parent, ['', 'with', 'average, %', '95 % interval', ...(isPublished ? ['published, %'] : []), 'rounds'], 'th');
  gains.forEach(g => line(parent, [`${g.axis}: ${g.b} over ${g.a}`, Object.values(g.others).join(', '), percent(g.percent), `${percent(g.low)} to ${percent(g.high)}`,
    ...(isPublished ? [publishedGain(g) == null ? '' : percent(publishedGain(g))] : []), whole(g.runs)]));
}

function differing() {
  if (!differences.length) return;
  document.getElementById('differing').hidden = false;
  const parent = document.getElementById('differences');
  line(parent, ['', 'with', 'figure', 'difference', '95 % interval', 'ratio', 'rounds'], 'th');
  const show = d => d.figure === 'goodput' ? v => (v > 0 ? '+' : '') + whole(v) + '/s' : v => (v > 0 ? '+' : '') + (v * 1000).toFixed(Math.abs(v) < 0.1 ? 1 : 0) + ' µs';
  const names = { goodput: 'done/s', p50Millis: 'p50', p99Millis: 'p99' };
  differences.forEach(d => line(parent, [`${d.axis}: ${d.b} minus ${d.a}`, Object.values(d.others).join(', '), names[d.figure], show(d)(d.difference),
    `${show(d)(d.low)} to ${show(d)(d.high)}`, d.ratio == null ? '-' : d.ratio.toFixed(3), whole(d.runs)]));
}

function known() {
  if (!published) return;
  document.getElementById('published').hidden = false;
  element('p', published.title, document.getElementById('known'));
  const parent = element('table', null, element('div', null, document.getElementById('known'), 'scroll'));
  line(parent, published.columns, 'th');
  published.rows.forEach(row => line(parent, row));
  const setting = document.getElementById('as-published');
  line(setting, ['', 'published', 'here', ''], 'th');
  asPublished.forEach(one => line(setting, [one.what, one.published, one.measured, one.same ? 'same' : 'not the same']));
  const servers = [...new Set(cells.filter(cell => cell.server).map(cell => `${cell.server.engine} ${cell.server.version}`))];
  line(setting, ['servers', 'as named above', servers.join(', '), 'not the same']);
  line(setting, ['machine', 'see the report', machine(result.environment), 'not the same']);
}

function resources() {
  cells.forEach(cell => resourceCharts(share(cell.values) || result.pack, cell.resources, cell.phases, cells.length < 4));
  noResources('No machine told anything: it is not Linux, or no run took a second.');
}

function where() {
  const parent = document.getElementById('where');
  line(parent, ['Begun, and gone on with', result.sessions.join(', ')]);
  const servers = new Map();
  cells.filter(cell => cell.server).forEach(cell => servers.set(`${cell.server.engine} ${cell.server.version} ${cell.server.url}`, cell.server));
  [...servers.values()].forEach(server => line(parent, ['Server', `${server.engine} ${server.version} ${server.url}` + (server.driver ? ', ' + server.driver : '')]));
  line(parent, ['Machine', `${machine(result.environment)}, ${(result.environment.memoryBytes / 1e9).toFixed(0)} GB`]);
  line(parent, ['Operating system', result.environment.operatingSystem]);
  line(parent, ['Java', `${result.environment.java}, heap at most ${whole(result.environment.heapBytes / 1e6)} MB`]);
  line(parent, ['Write of 4 KB to disk', millis(result.environment.fsyncMillis) + ' ms']);
  line(parent, ['Espalier', `${result.version}, commit ${result.environment.gitHash}`]);
  line(parent, ['Whole results', 'a folder for each combination: ' + (cells[0] ? cells[0].folder + ', ...' : '')]);
  [...servers.entries()].forEach(([name, server]) => foldTable(`${name}: server variables`, Object.entries(server.variables)));
  foldSpec('The whole plan', plan);
}

header();
tiles();
table();
curves();
gaining();
differing();
known();
resources();
where();
