const { result, titles } = data;
const { spec, lines } = result;
const operations = [...new Set(lines.map(line => line.operation))];
const threadCounts = [...new Set(lines.map(line => line.threads))];
const found = (operation, threads, subject) => lines.find(line => line.operation === operation && line.threads === threads && line.subject === subject);
const ratio = n => n == null ? '' : n.toFixed(2);
const micros = n => n == null ? '' : n >= 100 ? whole(n) : n.toFixed(1);
const count = n => n == null ? '' : Number(n.toFixed(1)).toString();
const interval = (low, high, show) => low == null ? '' : `${show(low)} to ${show(high)}`;
const threadsWord = n => `${n} ${n === 1 ? 'thread' : 'threads'}`;
// the first is what it is measured against
const others = spec.subjects.map(subject => subject.toLowerCase()).filter(subject => subject !== 'jdbc');

function header() {
  heading(`Espalier lab: everyday operations on ${result.server.engine}`, `${result.server.engine} ${result.server.version}, ${result.started}; `
    + `${whole(spec.rows)} rows, ${spec.timing.rounds} blocks of ${spec.timing.blockMillis} ms each; ${machine(result.environment)}${endedEarly(result)}`);
}

function tiles() {
  for (const subject of others) {
    for (const threads of threadCounts) {
      const ratios = operations.map(operation => found(operation, threads, subject)?.ofJdbc).filter(n => n != null);
      if (!ratios.length) continue;
      const mean = Math.exp(ratios.reduce((sum, n) => sum + Math.log(n), 0) / ratios.length);
      tile(ratio(mean), `${subject}, ${threadsWord(threads)}: times of jdbc, geometric mean of ${ratios.length} operations; at most ${ratio(Math.max(...ratios))}`);
    }
  }
}

function beside() {
  for (const threads of threadCounts) {
    if (!lines.some(line => line.ofJdbc != null && line.threads === threads)) continue;
    new Chart(canvas('charts', `Times of jdbc, ${threadsWord(threads)}`, 'Median beside that of hand-written statements; lower is better.'), {
      type: 'bar',
      data: { labels: operations, datasets: others.map((subject, n) => ({ label: subject, backgroundColor: colour(n), maxBarThickness: 12, borderRadius: 2,
        data: operations.map(operation => found(operation, threads, subject)?.ofJdbc ?? null) })) },
      options: { indexAxis: 'y', plugins: { legend, tooltip: { callbacks: { label: item => `${item.dataset.label}: ${ratio(item.raw)}` } } },
        scales: { x: { beginAtZero: true }, y: { grid: { display: false } } } },
    });
  }
}

function rates() {
  for (const threads of threadCounts) {
    const shown = lines.filter(line => line.threads === threads);
    new Chart(canvas('charts', `Operations a second, ${threadsWord(threads)}`, 'Higher is better; logarithmic scale.'), {
      type: 'bar',
      data: { labels: operations, datasets: spec.subjects.map((word, n) => ({ label: word.toLowerCase(), backgroundColor: colour(n), maxBarThickness: 12,
        borderRadius: 2, data: operations.map(operation => found(operation, threads, word.toLowerCase())?.perSecond ?? null) })) },
      options: { indexAxis: 'y', plugins: { legend, tooltip: { callbacks: { label: item => `${item.dataset.label}: ${whole(item.raw)}/s` } } },
        scales: { x: { type: 'logarithmic', min: foot(shown.map(line => line.perSecond)), ticks: { callback: powersOfTen(whole) } }, y: { grid: { display: false } } } },
    });
  }
}

function allocations() {
  const threads = threadCounts[0];
  new Chart(canvas('charts', `KB allocated by each operation, ${threadsWord(threads)}`, 'Lower is better; logarithmic scale.'), {
    type: 'bar',
    data: { labels: operations, datasets: spec.subjects.map((word, n) => ({ label: word.toLowerCase(), backgroundColor: colour(n), maxBarThickness: 12,
      borderRadius: 2, data: operations.map(operation => (found(operation, threads, word.toLowerCase())?.allocatedBytes ?? 0) / 1e3 || null) })) },
    options: { indexAxis: 'y', plugins: { legend, tooltip: { callbacks: { label: item => `${item.dataset.label}: ${item.raw.toFixed(1)} KB` } } },
      scales: { x: { type: 'logarithmic', min: foot(lines.map(line => line.allocatedBytes / 1e3)), ticks: { callback: powersOfTen(v => v) } }, y: { grid: { display: false } } } },
  });
}

function figures() {
  const table = document.getElementById('figures');
  line(table, ['', 'subject', 'threads', 'median', '95 % interval', 'of jdbc', '95 % interval', 'p99', 'per second', 'processor', 'KB allocated', 'round trips',
    'statements'], 'th');
  for (const one of lines) {
    line(table, [titles[one.operation], one.subject, one.threads, micros(one.medianMicros), interval(one.lowMicros, one.highMicros, micros), ratio(one.ofJdbc),
      interval(one.ofJdbcLow, one.ofJdbcHigh, ratio), micros(one.p99Micros), whole(one.perSecond), micros(one.cpuMicros),
      (one.allocatedBytes / 1e3).toFixed(1), count(one.roundTrips), count(one.statements)]);
  }
}

function where() {
  const table = document.getElementById('where');
  facts.forEach(([name, value]) => line(table, [name, value(result)]));
  line(table, ['Seed', String(spec.seed)]);
  line(table, ['Foreign keys in the tables of all but espalier', spec.foreignKeys ? 'yes' : 'no']);
  line(table, ['Driver options', Object.entries(result.driverOptions).map(([name, value]) => `${name}=${value}`).join(', ') || 'none']);
  foldTable('Server variables', Object.entries(result.server.variables));
  foldSpec('The whole specification', spec);
}

header();
tiles();
beside();
rates();
allocations();
figures();
where();
