const { result, loads } = data;
const { parts, spec } = result;
const title = n => loads[n].title;
const sum = counts => Object.values(counts).reduce((all, count) => all + count, 0);
const sums = key => parts.reduce((all, part) => all + sum(part[key]), 0);
const codes = key => [...new Set(parts.flatMap(part => Object.keys(part[key])))].sort();
const kept = check => check.violationCount === 0;
const times = (n, one, many) => `${whole(n)} ${n === 1 ? one : many}`;

function header() {
  heading(`Espalier lab: torture on ${result.server.engine}`, `${result.server.engine} ${result.server.version}, ${result.started}; `
    + `${times(spec.threads, 'thread', 'threads')}, ${times(spec.objects, 'hot account', 'hot accounts')}, seed ${spec.seed}; ${machine(result.environment)}${endedEarly(result)}`);
}

function tiles() {
  const checks = parts.flatMap(part => part.checks), held = checks.filter(kept).length, errors = sums('errors');
  tile(`${held} of ${checks.length}`, held === checks.length ? 'checks hold' : 'checks hold: see what was not kept', held === checks.length ? 'good' : 'bad');
  parts.filter(timed).forEach(part => tile(whole(part.operationsPerSecond) + '/s', `${title(parts.indexOf(part))}; p99 ${time(part.p99Millis)} ms`));
  tile(whole(sums('retries')), 'retries that cured what a caller did not see');
  tile(whole(errors), 'errors that a caller saw', errors ? 'bad' : 'good');
}

// clients that are killed are not timed
const timed = part => part.perSecond.length > 0;

function table() {
  const table = document.getElementById('loads');
  line(table, ['', 'done/s', 'of jdbc', 'p50', 'p99', 'max', 'acknowledged', 'outcome unknown', 'retries', 'errors', 'faults'], 'th');
  parts.forEach((part, n) => line(table, [title(n), ...(timed(part) ? [whole(part.operationsPerSecond),
    loads[n].ofJdbc == null ? '' : loads[n].ofJdbc.toFixed(2), time(part.p50Millis), time(part.p99Millis), time(part.maxMillis)]
    : ['', '', '', '', '']), whole(part.acknowledged), whole(part.unknown), whole(sum(part.retries)), whole(sum(part.errors)), whole(sum(part.faults))]));
}

function overTime() {
  if (!parts.some(timed)) return;
  const longest = Math.max(...parts.map(part => part.perSecond.length));
  new Chart(canvas('charts', 'Throughput over time', 'Operations acknowledged in each second.'), {
    type: 'line',
    data: { labels: Array.from({ length: longest }, (_, second) => second + ' s'), datasets: parts.map((part, n) => ({ label: title(n), data: part.perSecond,
      borderColor: colour(n), backgroundColor: colour(n), borderWidth: 2, pointRadius: longest === 1 ? 3 : 0 })) },
    options: { interaction: together, plugins: { legend },
      scales: { x: { grid: { display: false }, ticks: { maxTicksLimit: 10 } }, y: { beginAtZero: true, ticks: { callback: whole } } } },
  });
}

function responses() {
  if (!parts.some(timed)) return;
  const percentiles = [['p50', 'p50Millis'], ['p99', 'p99Millis'], ['max', 'maxMillis']];
  if (!parts.some(part => part.maxMillis > 0)) return;
  new Chart(canvas('charts', 'Response times, ms', 'Lower is better; logarithmic scale.'), {
    type: 'bar',
    data: { labels: percentiles.map(([name]) => name), datasets: parts.map((part, n) => ({ label: title(n), backgroundColor: colour(n), maxBarThickness: 34,
      borderRadius: 2, data: percentiles.map(([, key]) => part[key]) })) },
    options: { plugins: { legend, tooltip: { callbacks: { label: item => `${item.dataset.label}: ${millis(item.raw)} ms` } } },
      scales: { x: { grid: { display: false } }, y: { type: 'logarithmic', min: foot(parts.flatMap(part => percentiles.map(([, key]) => part[key]))),
        ticks: { callback: powersOfTen(millis) } } } },
  });
}

function retries() {
  const all = codes('retries');
  if (!all.length) return;
  new Chart(canvas('charts', 'Tried again', 'By what was met; what a caller did not see.'), {
    type: 'bar',
    data: { labels: all, datasets: parts.map((part, n) => ({ label: title(n), backgroundColor: colour(n), maxBarThickness: 20, borderRadius: 2,
      data: all.map(code => part.retries[code] || 0) })).filter(set => set.data.some(count => count > 0)) },
    options: { indexAxis: 'y', plugins: { legend }, scales: { x: { beginAtZero: true, ticks: { precision: 0, callback: whole } }, y: { grid: { display: false } } } },
  });
}

function checks() {
  const table = document.getElementById('checks');
  line(table, ['', ...loads.map(load => load.title), 'what must hold'], 'th').lastChild.className = 'words';
  const names = [...new Set(parts.flatMap(part => part.checks.map(check => check.name)))];
  for (const name of names) {
    const found = parts.map(part => part.checks.find(check => check.name === name));
    const row = line(table, [name]);
    found.forEach(check => {
      const cell = element('td', check && (kept(check) ? 'holds' : times(check.violationCount, 'violation', 'violations')), row, check && (kept(check) ? 'good' : 'bad'));
      if (check) element('small', `looked at ${whole(check.looked)}`, cell);
    });
    element('td', found.find(Boolean).promise, row, 'words');
  }
}

function violations() {
  const parent = document.getElementById('violations');
  parts.forEach((part, n) => part.checks.filter(check => !kept(check)).forEach(check => {
    element('h3', `${title(n)}: ${check.name}`, parent, 'bad');
    const more = check.violationCount - check.violations.length;
    element('pre', check.violations.join('\n') + (more ? `\nand ${whole(more)} more` : ''), parent);
  }));
}

function counts() {
  const table = document.getElementById('counts');
  const rows = key => codes(key).map(code => [code, key, ...parts.map(part => part[key][code] ? whole(part[key][code]) : '')]);
  const all = [...rows('faults'), ...rows('errors')];
  line(table, ['', 'kind', ...loads.map(load => load.title)], 'th');
  all.forEach(cells => line(table, cells));
  if (!all.length) line(table, ['none', '', ...loads.map(() => '')]);
}

function resources() {
  parts.forEach((part, n) => resourceCharts(title(n), part.resources, part.phases, n === 0 || parts.length < 4));
  noResources('The machine told nothing: it is not Linux, or no load took a second.');
}

function where() {
  const table = document.getElementById('where'), { faults } = spec;
  const asked = [faults.killEverySeconds && `the server killed every ${faults.killEverySeconds} s` + (faults.servers.length ? `: ${faults.servers.join(', ')}` : ''),
    faults.cuts && times(faults.cuts, 'connection cut', 'connections cut'), faults.clientKills && times(faults.clientKills, 'kill', 'kills') + ' of the clients'];
  facts.forEach(([name, value]) => line(table, [name, value(result)]));
  line(table, ['Threads', whole(spec.threads)]);
  line(table, ['Each load', `${whole(spec.seconds)} s`]);
  line(table, ['Hot accounts', whole(spec.objects)]);
  line(table, ['Faults asked for', asked.filter(Boolean).join('; ') || 'none']);
  line(table, ['Seed', String(spec.seed)]);
  foldTable('Server variables', Object.entries(result.server.variables));
  foldSpec('The whole specification', spec);
}

header();
tiles();
table();
overTime();
responses();
retries();
checks();
violations();
counts();
resources();
where();
