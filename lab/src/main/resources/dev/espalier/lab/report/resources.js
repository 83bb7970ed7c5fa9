// What a machine did, second by second: small charts under each phase of the work, drawn as SVG. A second without a sample is a gap.
// Only two names leave this file: each page's script has names of its own.
const { resourceCharts, noResources } = (() => {
const width = 260, height = 112, plot = { left: 36, right: 252, top: 8, bottom: 92 };

// a figure of a sample, which earlier results do not have
const figure = path => sample => path.split('.').reduce((value, key) => value?.[key] ?? null, sample);

// the lines of each chart; the last ones stand for results of earlier versions, which do not tell user from system
const curves = [
  { title: 'processors of the machine, %', top: 100, lines: [['user', 'processors.userPercent'], ['system', 'processors.systemPercent'], ['waiting for disks', 'processors.waitPercent']],
    earlier: [['all', 'processorPercent']] },
  { title: 'processors for the server, % of all', lines: [['user', 'server.userPercent'], ['system', 'server.systemPercent']], earlier: [['all', 'serverPercent']] },
  { title: 'processors for the lab, % of all', lines: [['user', 'client.userPercent'], ['system', 'client.systemPercent']], earlier: [['all', 'clientPercent']] },
  { title: 'busy, %', isDisk: true, top: 100, lines: [['busy', 'disks.busyPercent']] },
  { title: 'reads and writes a second', isDisk: true, lines: [['reads', 'disks.reads'], ['writes', 'disks.writes']] },
  { title: 'MB a second', isDisk: true, lines: [['read', 'readMegabytes'], ['written', 'writtenMegabytes']] },
  { title: 'ms of a read or a write', isDisk: true, lines: [['a read', 'disks.readMillis'], ['a write', 'disks.writeMillis']] },
  { title: 'memory, MB', lines: [['server', 'serverMegabytes'], ['lab', 'clientMegabytes']] },
];

const drawn = (name, attributes, parent, text) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  if (text != null) made.textContent = text;
  parent.append(made);
  return made;
};

// 1, 2 or 5 and zeros: the least such number that is not below any value
const above = values => {
  const most = Math.max(...values), power = 10 ** Math.floor(Math.log10(most));
  return most > 0 ? [1, 2, 5, 10].map(n => n * power).find(n => n >= most * 0.9999) : 1;
};

// the points of a line, in pieces without a gap
const pieces = (samples, value) => {
  const found = [];
  let before = null;
  samples.forEach(sample => {
    const at = value(sample);
    if (at == null) { before = null; return; }
    if (before !== sample.second - 1) found.push([]);
    found[found.length - 1].push([sample.second, at]);
    before = sample.second;
  });
  return found;
};

// the lines of a chart that a machine tells at all
const told = (curve, samples) => [curve.lines, curve.earlier || []].map(lines => lines.map(([name, path], n) => ({ name, tint: colour(n), value: figure(path) }))
  .filter(one => samples.some(sample => one.value(sample) != null))).find(lines => lines.length) || [];

const small = (curve, lines, phase, top, parent) => {
  const box = element('figure', null, parent, 'curve');
  const title = (curve.isDisk ? `${phase.disk}: ` : '') + curve.title;
  element('figcaption', title[0].toUpperCase() + title.slice(1), box);
  const picture = drawn('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img' }, box);
  const x = second => plot.left + (second - phase.from) / (phase.to - phase.from) * (plot.right - plot.left);
  const y = value => plot.bottom - Math.min(value, top) / top * (plot.bottom - plot.top);
  [0, top / 2, top].forEach(value => {
    drawn('line', { x1: plot.left, x2: plot.right, y1: y(value), y2: y(value), stroke: palette.line }, picture);
    drawn('text', { x: plot.left - 4, y: y(value) + 3.5, 'text-anchor': 'end' }, picture, brief(value));
  });
  [[phase.from, 'start'], [(phase.from + phase.to) / 2, 'middle'], [phase.to, 'end']].forEach(([second, anchor]) =>
    drawn('text', { x: x(second), y: height - 6, 'text-anchor': anchor }, picture, second.toLocaleString('en-US', { maximumFractionDigits: 1 }) + ' s'));
  const most = [];
  lines.forEach(({ name, tint, value }) => {
    const found = pieces(phase.samples, value);
    found.forEach(points => {
      const places = points.map(([second, at]) => `${x(second - 0.5).toFixed(1)} ${y(at).toFixed(1)}`);
      if (points.length > 1) drawn('path', { d: 'M' + places.join('L'), fill: 'none', stroke: tint, 'stroke-width': 1.5 }, picture);
      else { const [cx, cy] = places[0].split(' '); drawn('circle', { cx, cy, r: 2, fill: tint }, picture); }
    });
    if (found.length) most.push(`${name} up to ${brief(Math.max(...found.flat().map(([, at]) => at)))}`);
  });
  picture.setAttribute('aria-label', `${title}, ${phase.name}: ${most.join(', ') || 'no sample'}`);
  const names = element('p', null, box);
  lines.forEach(({ name, tint }) => { element('i', null, names).style.background = tint; element('span', name, names); });
};
const brief = n => n >= 1e6 ? Number((n / 1e6).toPrecision(3)) + ' M' : n >= 1e4 ? Number((n / 1e3).toPrecision(3)) + ' K' : Number(n.toPrecision(3)).toLocaleString('en-US');

// a sample is of the second before it; a phase ends where the next one begins, the last one with the last sample
const phased = (phases, samples) => {
  const end = samples[samples.length - 1].second;
  const known = phases.length ? phases : [{ name: 'the whole run', fromSecond: 0 }];
  return known.map((phase, n) => {
    const from = phase.fromSecond, to = known[n + 1]?.fromSecond ?? Math.max(end, from);
    const inside = samples.filter(sample => sample.second - 0.5 >= from && (sample.second - 0.5 < to || n === known.length - 1));
    return { name: phase.name, from, to, samples: inside };
  });
};

const span = phase => `${phase.name}, ${[phase.from, phase.to].map(s => s.toLocaleString('en-US', { maximumFractionDigits: 1 })).join(' to ')} s`;

// one machine in one run; nothing if it told nothing
const resourceCharts = (title, samples, phases = [], isOpen = true) => {
  if (!samples?.length) return;
  const box = element('details', null, document.getElementById('resources'), 'machine');
  element('summary', title, box);
  const draw = () => {
    if (box.childElementCount > 1) return;
    const shown = curves.map(curve => ({ curve, lines: told(curve, samples) })).filter(one => one.lines.length);
    const disk = samples.map(figure('disks.name')).find(name => name != null);
    const all = phased(phases, samples);
    all.filter(phase => phase.samples.length).forEach(phase => {
      element('h4', span(phase), box);
      const grid = element('div', null, box, 'curves');
      shown.forEach(({ curve, lines }) => small(curve, lines, { ...phase, disk: disk ? 'disk ' + disk : 'all disks' },
        curve.top || above(samples.flatMap(sample => lines.map(one => one.value(sample) ?? 0))), grid));
    });
    const without = all.filter(phase => !phase.samples.length && phase.to > phase.from);
    if (without.length) element('p', 'Too short for a sample: ' + without.map(span).join('; ') + '.', box);
  };
  box.addEventListener('toggle', draw);
  box.open = isOpen;
  if (isOpen) draw();
};

const noResources = text => {
  const parent = document.getElementById('resources');
  if (!parent.childElementCount) element('p', text, parent);
};

return { resourceCharts, noResources };
})();
