// The page that edits one object. What it writes goes to the change set; nothing is stored yet.
import { changeOf, changes, keep, newName, wholeValue } from "./changes.js";
import { errorBox, h, show, table, tell } from "./dom.js";
import { draft, dropDraft, keepDraft } from "./drafts.js";
import { bare, field, isSame } from "./fields.js";
import { logInForm } from "./login.js";
import { ask } from "./server.js";
import { nameOf } from "./values.js";

export async function editPage(model, [className, id], query) {
  const object = await ask("edit", id ? { class: className, id } : { class: className });
  const name = query.get("name") ?? newName(className);
  const earlier = id ? changeOf(one => one.kind !== "new" && one.id === id) : changeOf(one => one.kind === "new" && one.name === name);
  const title = id ? nameOf(object) : name;
  const key = id ? `${object.ref} ${id}` : name;
  const kept = draft(key);
  const seen = kept?.seen ?? earlier?.seen ?? Object.fromEntries(object.attributes.filter(attribute => !attribute.why).map(attribute => [attribute.name, attribute.value]));
  const version = kept?.version ?? earlier?.version ?? object.version;
  const fields = new Map();
  const problem = h("div", {});
  const rows = object.attributes.map(attribute => {
    if (attribute.why) return [attribute.name, h("code", {}, attribute.type), h("div", {}, attribute.value === undefined ? null : wholeValue(attribute.value), h("p", { class: "muted" }, `Not edited here: ${attribute.why}.`))];
    const value = [kept?.written, earlier?.set, seen].find(values => values?.[attribute.name] !== undefined)?.[attribute.name];
    const one = field(attribute.shape, value, attribute.name);
    fields.set(attribute.name, one);
    return [attribute.name, h("code", {}, attribute.type), one.element];
  });
  const wayOn = code => {
    const retry = h("button", { type: "button", onclick: save }, "Retry");
    if (code === "link-required") return [h("p", {}, "What you have written is still here. Open the last link that the console has printed in another tab. ", retry)];
    return code === "stopped" ? [h("p", {}, "What you have written is still here. ", retry)] : [];
  };
  const fail = error => {
    if (error.code === "login-required") {
      const form = logInForm(save);
      problem.replaceChildren(errorBox("Nobody is logged in any more."), h("p", {}, "What you have written is still here."), form.element);
      form.focus();
      return;
    }
    problem.replaceChildren(errorBox(error), ...wayOn(error.code));
    const wrong = fields.get(/^[^.:]*\.(\w+)/.exec(error.message)?.[1]) ?? fields.get(/^(\w+)/.exec(error.message)?.[1]);
    wrong?.element.querySelector("input, select, textarea")?.focus();
    if (wrong?.element.matches("input, select")) wrong.element.focus();
  };
  const save = async () => {
    problem.replaceChildren();
    const set = {};
    try {
      fields.forEach((one, attribute) => {
        const value = one.read();
        if (!isSame(value, seen[attribute])) set[attribute] = bare(value);
      });
      const change = id ? { kind: "edit", class: object.ref, id, label: object.label, version, seen, set }
        : { kind: "new", class: object.ref, name, seen, set };
      const names = Object.fromEntries(changes().filter(one => one.kind === "new").map(one => [one.name, one.class]));
      await ask("check", { ...change, names: { ...names, ...(id ? {} : { [name]: object.ref }) } });
      keep(change);
      dropDraft(key);
      location.hash = "#/changes";
    } catch (error) {
      if (error.name !== "AbortError") fail(error);
    }
  };
  const keepWritten = () => keepDraft(key, seen, version, Object.fromEntries([...fields].map(([attribute, one]) => [attribute, one.read()])));
  const discard = async () => {
    dropDraft(key);
    await editPage(model, [className, id], query);
  };
  show(
    h("h1", {}, id ? `Edit ${title}` : title.replace(/^n/, "N")),
    h("p", {}, "What you write goes to the change set. It is stored together, on the page Changes."),
    kept === null ? [] : h("p", { class: "row" }, "You wrote this before, and did not keep it. ", h("button", { type: "button", onclick: () => discard().catch(error => tell(error.message)) }, "Discard it")),
    problem,
    h("form", { oninput: keepWritten, onsubmit: event => { event.preventDefault(); save(); }, onclick: event => event.target.matches("button[type=button]") && keepWritten() },
      h("datalist", { id: "objects" }, changes().filter(one => one.kind === "new").map(one => h("option", { value: one.name }))),
      table(`Attributes of ${title}`, ["Attribute", "Type", "Value"], rows),
      h("div", { class: "row" }, h("button", { type: "submit", class: "first" }, "Keep in the change set"),
        h("a", { href: id ? `#/object/${encodeURIComponent(object.ref)}/${id}` : "#/changes", onclick: () => dropDraft(key) }, "Cancel"))),
  );
  tell("");
}
