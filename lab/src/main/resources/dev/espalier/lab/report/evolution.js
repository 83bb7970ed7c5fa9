const { result, figures } = data;
const { spec, changes } = result;
const seconds = n => n == null ? '' : n >= 10 ? n.toFixed(1) : n.toFixed(3);
const ratio = n => n == null ? '' : n.toFixed(2);
const compared = changes.map((change, n) => n).filter(n => figures[n].ratio != null);

function header() {
  heading(`Espalier lab: classes that change on ${result.server.engine}`, `${result.server.engine} ${result.server.version}, ${result.started}; `
    + `${whole(spec.classes)} classes with ${whole(spec.objects)} objects each; ${machine(result.environment)}${endedEarly(result)}`);
}

function tiles() {
  changes.forEach((change, n) => tile(`${seconds(figures[n].seconds)} s`, change.name + (figures[n].ratio == null ? '' : `; ${ratio(figures[n].ratio)} of the time by hand`)));
}

function beside() {
  if (!compared.length) return;
  new Chart(canvas('charts', 'Seconds of each change', 'Medians of the repeats; lower is better; logarithmic scale.'), {
    type: 'bar',
    data: { labels: compared.map(n => changes[n].name), datasets: [['the library', 'seconds'], ['by hand', 'byHand']].map(([label, key], n) => ({ label,
      backgroundColor: colour(n), maxBarThickness: 14, borderRadius: 2, data: compared.map(m => figures[m][key]) })) },
    options: { indexAxis: 'y', plugins: { legend, tooltip: { callbacks: { label: item => `${item.dataset.label}: ${seconds(item.raw)} s` } } },
      scales: { x: { type: 'logarithmic', min: foot(compared.flatMap(n => [figures[n].seconds, figures[n].byHand])), ticks: { callback: powersOfTen(v => v) } },
        y: { grid: { display: false } } } },
  });
}

function table() {
  const table = document.getElementById('changes');
  line(table, ['', 'seconds', 'by hand', 'ratio', 'each repeat', 'each by hand'], 'th');
  changes.forEach((change, n) => line(table, [change.name, seconds(figures[n].seconds), seconds(figures[n].byHand), ratio(figures[n].ratio),
    change.seconds.map(seconds).join(', '), change.byHand.map(seconds).join(', ')]));
}

function writers() {
  const table = document.getElementById('writers');
  const all = changes.flatMap(change => [...(change.writers ?? []).map(one => [change.name, 'the library', one]), ...(change.writersByHand ?? []).map(one => [change.name, 'by hand', one])]);
  if (!all.length) return;
  line(table, ['', 'beside', 'before', 'p99 before, ms', 'during', 'p99 during, ms'], 'th');
  all.forEach(([name, who, one]) => line(table, [name, who, whole(one.before), one.p99BeforeMillis.toFixed(1), whole(one.during), one.p99DuringMillis.toFixed(1)]));
}

function resources() {
  changes.forEach(change => resourceCharts(change.name, change.resources, change.phases, changes.length < 4));
  noResources('The machine told nothing: it is not Linux, or no change took a second.');
}

function where() {
  const table = document.getElementById('where');
  facts.forEach(([name, value]) => line(table, [name, value(result)]));
  line(table, ['Classes', whole(spec.classes)]);
  line(table, ['Objects of each', whole(spec.objects)]);
  line(table, ['Repeats', whole(spec.repeats)]);
  foldTable('Server variables', Object.entries(result.server.variables));
  foldSpec('The whole specification', spec);
}

header();
tiles();
beside();
table();
writers();
resources();
where();
