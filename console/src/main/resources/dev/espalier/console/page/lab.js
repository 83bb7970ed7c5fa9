// The figures of a running lab, each second.
import { errorBox, h, number, time } from "./dom.js";
import { ask, pageSignal } from "./server.js";

const BEAT = 1000;
const SVG = "http://www.w3.org/2000/svg";
const STALE = 5;

/** The rates of the latest seconds as a curve. */
function curve(rates) {
  const most = Math.max(1, ...rates);
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 120 30", preserveAspectRatio: "none", class: "curve", role: "img",
    "aria-label": `Operations in each of ${rates.length} seconds, at most ${number(most)}` })) svg.setAttribute(name, value);
  const line = document.createElementNS(SVG, "polyline");
  line.setAttribute("points", rates.map((rate, i) => `${(120 - rates.length + i + 0.5).toFixed(1)},${(29 - 28 * rate / most).toFixed(1)}`).join(" "));
  svg.append(line);
  return svg;
}

const term = (name, value) => [h("dt", {}, name), h("dd", {}, value)];

const operations = live => [
  term("Operations per second", number(live.rate)), term("Operations", number(live.operations)),
  term("Times p50, p95, p99, longest", Object.values(live.times).map(nanos => nanos === null ? "-" : time(Math.round(nanos / 1000))).join(", ")), term("Backlog", number(live.backlog)),
  term("Failed attempts", Object.entries(live.failures).map(([code, count]) => `${code} ${number(count)}`).join(", ") || "none"),
].flat();

function figures({ figures: live, age }) {
  const state = live.isEnded ? "ended" : age > STALE ? `silent for ${number(age)} s` : live.phase;
  const percent = live.part == null ? null : Math.floor(100 * live.part);
  return [
    h("p", {}, `Run ${live.number} of ${live.of}: ${live.title}`),
    live.operations > 0 ? curve(live.rates) : [],
    percent === null ? [] : h("progress", { "aria-label": "Progress of the run", value: percent, max: 100 }),
    h("dl", {}, term("State", `${state}, second ${number(live.second)}`), percent === null ? [] : term("Done of it", `${number(percent)} %`),
      live.operations > 0 || percent === null ? operations(live) : [],
      live.processorPercent === null ? [] : term("Processors", `${number(live.processorPercent)} %`)),
  ].flat();
}

/** A part of a page that is drawn anew each second until the page is left. */
export function labSection() {
  const box = h("div", {}, h("p", {}, "Waiting for the first second."));
  const signal = pageSignal();
  const draw = async () => {
    try {
      const answer = await ask("lab", {}, signal);
      if (!answer.none) box.replaceChildren(...figures(answer));
    } catch (error) {
      if (error.name !== "AbortError") box.replaceChildren(errorBox(error));
    }
    if (!signal.aborted) setTimeout(draw, BEAT);
  };
  draw();
  return [h("h2", {}, "Running lab"), box];
}
