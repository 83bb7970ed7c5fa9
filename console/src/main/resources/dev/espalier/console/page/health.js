// The state of the database: its size, its programs, the slowest queries of this console, and its verification.
import { errorBox, h, number, show, table, tell, time } from "./dom.js";
import { labSection } from "./lab.js";
import { addressOf, textOf } from "./query.js";
import { ask } from "./server.js";

const BEAT = 300;

async function showProgress(run, bar) {
  try {
    const progress = await ask("progress", { run });
    if (progress.all === undefined) return;
    bar.max = progress.all;
    bar.value = progress.done;
    tell(`Verifying: check ${number(progress.done + 1)} of ${number(progress.all)}${progress.table ? `, ${progress.table}` : ""}`, true);
  } catch {
    // the verification itself shows what is wrong
  }
}

export async function healthPage(model) {
  const health = await ask("health");
  const result = h("div", {});
  const verify = h("button", { type: "button", onclick: async () => {
    verify.disabled = true;
    tell("Verifying", true);
    try {
      const run = crypto.randomUUID();
      const watch = setInterval(() => showProgress(run, bar), BEAT);
      const bar = h("progress", { "aria-label": "Verification", value: 0, max: 1 });
      result.replaceChildren(bar);
      const answer = await ask("verify", { run }).finally(() => clearInterval(watch));
      result.replaceChildren(answer.isClean ? h("p", {}, "No damage was found.")
        : h("ul", {}, answer.findings.map(finding => h("li", {}, finding))));
      tell(answer.isClean ? "No damage was found" : `${answer.findings.length} findings`);
    } catch (error) {
      if (error.name !== "AbortError") result.replaceChildren(errorBox(error));
    }
    verify.disabled = false;
  } }, "Verify");
  show(
    h("h1", {}, "Health"),
    h("dl", {}, h("dt", {}, "Size"), h("dd", {}, `${number(health.sizeBytes)} bytes`),
      health.pool ? [h("dt", {}, "Connections of this console"), h("dd", {}, `${number(health.pool.open)} open, ${number(health.pool.inUse)} in use, ${number(health.pool.waiting)} waited for; at most ${number(health.pool.size)}`)] : [],
      h("dt", {}, "Commits of this console"), h("dd", {}, number(health.commits)),
      h("dt", {}, "Transactions of unknown outcome"), h("dd", {}, number(health.unknownOutcomes))),
    model.hasLab ? labSection() : [],
    h("h2", {}, "Programs that have the database open"),
    health.programs.length === 0 ? h("p", {}, "None that may write.") : h("ul", {}, health.programs.map(program => h("li", {}, program))),
    h("h2", {}, "Slowest queries of this console"),
    health.slow.length === 0 ? h("p", {}, "None yet.") : table("Slowest queries", ["Query", "Time", "Rows", ""], health.slow.map(slow => [
      h("code", {}, textOf(slow)), time(slow.micros), h("td", { class: "number" }, number(slow.rows)),
      h("a", { href: addressOf(slow, { explain: "" }) }, "Explain"),
    ])),
    h("h2", {}, "Damage"), h("p", {}, "Verification reads the whole database, in one snapshot."), verify, result,
  );
  tell("");
}
