// The change set of this tab, and the page that shows it as a diff and stores it, all of it or nothing.
import { count, errorBox, h, number, show, table, tell } from "./dom.js";
import { isSame } from "./fields.js";
import { ask } from "./server.js";
import { link, valueElement } from "./values.js";

const KEPT = "espalier-changes";

export function changes() {
  return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
}

function write(all) {
  sessionStorage.setItem(KEPT, JSON.stringify(all));
}

export function changeOf(condition) {
  return changes().find(condition);
}

const isOf = (one, other) => one.kind === "new" ? other.kind === "new" && one.name === other.name : other.kind !== "new" && one.id === other.id;

/** Adds a change, in the place of an earlier one of the same object. One that changes nothing is dropped. */
export function keep(change) {
  const all = changes();
  const at = all.findIndex(one => isOf(one, change));
  const isNothing = change.kind === "edit" && Object.keys(change.set).length === 0;
  all.splice(at < 0 ? all.length : at, at < 0 ? 0 : 1, ...(isNothing ? [] : [change]));
  write(all);
}

export function newName(className) {
  const taken = new Set(changes().map(one => one.name));
  let number = 1;
  while (taken.has(`new ${className} ${number}`)) number++;
  return `new ${className} ${number}`;
}

/** Adds the deletion of an object as it is now. */
export async function keepDeletion(reference) {
  const object = await ask("edit", { class: reference.ref, id: reference.id });
  const { relations } = await ask("referrers", { class: reference.ref, id: reference.id });
  keep({ kind: "delete", class: object.ref, id: object.id, label: object.label, version: object.version,
    referrers: relations.filter(one => one.count > 0).map(({ name, count }) => ({ name, count })),
    notCounted: relations.filter(one => one.count === null).map(one => one.name),
    seen: Object.fromEntries(object.attributes.filter(attribute => attribute.value !== undefined).map(attribute => [attribute.name, attribute.value])) });
  location.hash = "#/changes";
}

const titleOf = change => change.kind === "new" ? change.name : `${change.class} ${change.id}${change.label ? ` · ${change.label}` : ""}`;
const TITLES = { new: "Create", edit: "Change", delete: "Delete" };

/** A value with all its white space. */
export const wholeValue = value => h("div", { class: "value" }, valueElement(value));
const before = value => h("td", { class: "before" }, h("del", { class: "value" }, valueElement(value)));
const after = value => h("td", { class: "after" }, h("ins", { class: "value" }, valueElement(value)));

const WHITE = { " ": "·", "\t": "→", "\n": "↵\n", "\r": "␍" };
const codeOf = one => `U+${one.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
const visible = text => text.replace(/\s/g, one => WHITE[one] ?? codeOf(one));

/** Both sides of a change. If only white space differs it is written visibly: at the end of a line nobody sees it. */
function sides(old, wanted) {
  const areTexts = typeof old === "string" && typeof wanted === "string";
  if (!areTexts || old.replace(/\s/g, "") !== wanted.replace(/\s/g, "")) return [before(old), after(wanted)];
  const cell = after(visible(wanted));
  cell.append(h("div", { class: "muted" }, "only white space differs"));
  return [before(visible(old)), cell];
}

function diff(change) {
  if (change.kind === "delete") {
    const touched = change.referrers.reduce((sum, one) => sum + one.count, 0);
    return [h("p", {}, `Deletes 1 object, and takes it out of ${count(touched, "object")} that refer${touched === 1 ? "s" : ""} to it${touched ? ` (${change.referrers.map(one => `${one.name}: ${number(one.count)}`).join(", ")})` : ""}. What it refers to stays.`),
      change.notCounted?.length ? h("p", {}, `It may also be among these, which no query counts, and is taken out of them: ${change.notCounted.join(", ")}.`) : [],
      table(`${titleOf(change)} before its deletion`, ["Attribute", "Before"], Object.entries(change.seen).map(([name, value]) => [name, before(value)]))];
  }
  const rows = Object.entries(change.set).map(([name, value]) => [name, ...sides(change.seen[name] ?? null, value)]);
  return rows.length === 0 ? h("p", {}, "Every attribute is empty or zero.")
    : change.kind === "new" ? table(`Attributes of ${change.name}`, ["Attribute", "Value"], rows.map(([name, , value]) => [name, value]))
      : table(`Changes of ${titleOf(change)}`, ["Attribute", "Before", "After"], rows);
}

/** Both sides: what was read, what somebody else has stored, and what this change set wants. */
function conflict(change, stored, again) {
  const drop = h("button", { type: "button", onclick: () => again(all => all.filter(one => !isOf(one, change))) }, "Take theirs");
  if (stored === null) {
    return h("div", { class: "error", role: "group", "aria-label": `Conflict of ${titleOf(change)}` }, h("p", {}, "Somebody else has deleted it."), drop);
  }
  const now = Object.fromEntries(stored.attributes.filter(attribute => attribute.value !== undefined).map(attribute => [attribute.name, attribute.value]));
  const wanted = name => change.kind === "delete" ? "deleted" : change.set[name] === undefined ? h("span", { class: "muted" }, "as it is") : wholeValue(change.set[name]);
  const rows = Object.keys(now).filter(name => !isSame(now[name], change.seen[name] ?? null) || change.set?.[name] !== undefined)
    .map(name => [name, h("td", {}, wholeValue(change.seen[name] ?? null)), h("td", { class: "before" }, wholeValue(now[name])), h("td", { class: "after" }, wanted(name))]);
  const mine = h("button", { type: "button", onclick: () => again(all => all.map(one => isOf(one, change) ? { ...one, version: stored.version, seen: now } : one)) }, "Keep mine");
  return h("div", { class: "conflict", role: "group", "aria-label": `Conflict of ${titleOf(change)}` }, h("p", {}, "Somebody else has changed it since you read it."),
    table(`Both sides of ${titleOf(change)}`, ["Attribute", "You read", "Stored now", "You want"], rows),
    h("div", { class: "row" }, mine, drop));
}

/** After a lost connection or a timeout the transaction may be committed. */
const outcome = error => ["commit-unknown", "timeout", "stopped"].includes(error.code) ? "It is not known whether this was stored; look before you store it again" : "Nothing was stored";
const isShown = () => location.hash.startsWith("#/changes");

export async function changesPage() {
  const conflicts = new Map();
  const problem = h("div", {});
  const draw = (message = "") => {
    const all = changes();
    const again = change => {
      write(change(changes()));
      conflicts.clear();
      refresh();
    };
    const store = h("button", { type: "button", class: "first", onclick: async () => {
      store.disabled = true;
      tell("Storing", true);
      problem.replaceChildren();
      try {
        const answer = await ask("store", { changes: all.map(({ kind, class: type, id, name, version, set }) => ({ kind, class: type, id, name, version, set })) },
          new AbortController().signal); // leaving the page does not cancel it: whoever comes back would store new objects twice
        const stored = new Set(all.map(one => JSON.stringify(one)));
        write(changes().filter(one => !stored.has(JSON.stringify(one))));
        conflicts.clear();
        if (!isShown()) {
          showCount();
          tell(`Stored ${count(answer.stored, "change")}`);
          return;
        }
        refresh(h("div", {}, h("p", {}, `Stored ${count(answer.stored, "change")}.`), h("ul", {}, Object.values(answer.created).map(one => h("li", {}, link(one))))));
      } catch (error) {
        if (!isShown()) {
          tell(`${outcome(error)}: ${error.message}`);
          return;
        }
        store.disabled = false;
        conflicts.clear();
        (error.conflicts ?? []).forEach(one => conflicts.set(one.index, one.stored));
        draw();
        problem.replaceChildren(errorBox(error));
        tell(outcome(error));
        document.querySelector("[aria-label^='Conflict']")?.scrollIntoView();
      }
    } }, "Store");
    show(
      h("h1", {}, "Changes"), problem, message,
      all.length === 0 ? h("p", {}, "Nothing is changed. Edit or delete an object on its page; create one on the page of its class.")
        : h("p", {}, "These changes are stored in one transaction: all of them, or none."),
      all.map((change, i) => h("section", { "aria-label": `${TITLES[change.kind]} ${titleOf(change)}` },
        h("h2", {}, `${TITLES[change.kind]} ${titleOf(change)}`),
        conflicts.has(i) ? conflict(change, conflicts.get(i), again) : diff(change),
        h("div", { class: "row" },
          change.kind === "delete" ? null : h("a", { href: change.kind === "new" ? `#/edit/${encodeURIComponent(change.class)}?name=${encodeURIComponent(change.name)}`
            : `#/edit/${encodeURIComponent(change.class)}/${change.id}` }, `Edit ${titleOf(change)}`),
          h("button", { type: "button", "aria-label": `Drop: ${titleOf(change)}`, onclick: () => again(them => them.filter(one => !isOf(one, change))) }, "Drop")))),
      all.length === 0 ? [] : h("div", { class: "row" }, store),
    );
  };
  const refresh = message => {
    draw(message);
    showCount();
    tell(message ? "Stored" : "");
    document.getElementById("main").focus({ preventScroll: true });
  };
  draw();
  tell(count(changes().length, "change"));
}

/** The number of changes in the navigation. */
export function showCount() {
  const of = document.querySelector("nav a[href='#/changes']");
  if (of) of.textContent = changes().length === 0 ? "Changes" : `Changes (${changes().length})`;
}
