// How a query is answered: its stages, why the way was chosen, and what each step found.
import { count, h, number, time } from "./dom.js";

/** @param isOfRows whether a selection is explained, which loads no objects */
export function planPart(plan, isOfRows) {
  const longest = Math.max(1, ...plan.search.steps.map(step => step.micros), plan.load.micros);
  const bar = micros => {
    const filled = h("span", {});
    filled.style.width = `${Math.max(1, 100 * micros / longest)}%`;
    return h("div", { class: "bar", "aria-hidden": "true" }, filled);
  };
  const loaded = Object.entries(plan.load.objects).map(([name, count]) => `${number(count)} ${name}`).join(", ");
  return h("section", { "aria-labelledby": "plan" },
    h("h2", { id: "plan", tabindex: "-1" }, "How it is answered"),
    h("ol", { class: "steps" },
      h("li", {}, h("strong", {}, "Query"), h("pre", {}, plan.query), h("strong", {}, "Understood as"), h("pre", {}, plan.plan)),
      h("li", {}, h("strong", {}, `Search: ${plan.search.strategy}, ${plan.search.form}`), h("p", {}, plan.search.reason),
        h("p", {}, `${count(plan.search.found, isOfRows ? "row" : "root")} in ${time(plan.search.micros)}`)),
      plan.search.steps.map((step, i) => h("li", {}, h("strong", {}, `Step ${i + 1}: ${step.title}`), bar(step.micros),
        h("p", {}, `${count(step.rows, "row")} found${step.expectedRows === undefined ? "" : `, ${number(step.expectedRows)} expected`}, `
          + `${count(step.statements, "statement")}, ${time(step.micros)}`),
        h("details", {}, h("summary", {}, "SQL"), h("pre", {}, step.sql), step.enginePlan ? h("pre", {}, step.enginePlan) : null))),
      isOfRows ? [] : h("li", {}, h("strong", {}, `Load${plan.load.roots < plan.search.found ? ` of the first ${number(plan.load.roots)} roots` : ""}`), bar(plan.load.micros),
        h("p", {}, `${loaded || "nothing"}; ${count(plan.load.statements, "statement")}, ${time(plan.load.micros)}`))),
    h("h2", {}, "Index advice"),
    plan.advice.length === 0 ? h("p", {}, "No missing index would help.") : h("ul", {}, plan.advice.map(advice => h("li", {},
      `${advice.place}, step ${advice.step}: reads ${number(advice.rowsRead)} rows, with the index ${number(advice.rowsExpected)}`, h("pre", {}, advice.statement)))));
}
