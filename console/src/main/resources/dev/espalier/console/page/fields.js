// Fields for values. What an attribute can hold decides which: each has an element, and reads the value that is written in it.
import { h } from "./dom.js";
import { ask, pageSignal } from "./server.js";
import { nameOf } from "./values.js";

/** A value as it is sent and compared: without what is only shown. A text that names no object is reported. */
export function bare(value) {
  if (value === null || value === undefined || typeof value === "string") return value ?? null;
  if (value.why) throw new Error(value.why);
  if (value.new) return { new: value.new };
  if (value.ref) return { ref: value.ref, id: value.id };
  if (value.hex !== undefined) return value.hex;
  if (value.record) return { record: Object.fromEntries(Object.entries(value.record).map(([name, part]) => [name, bare(part)])) };
  return value.map ? { map: value.map.map(entry => entry.map(bare)) } : { list: value.list.map(bare) };
}

export function isSame(one, other) {
  return JSON.stringify(bare(one)) === JSON.stringify(bare(other));
}

const MAKERS = { value: valueField, enum: choice, reference: referenceField, record: recordField, list: listField, set: listField, map: mapField };

/** @param label what screen readers call it; it stands beside the field, too */
export function field(shape, value, label) {
  return MAKERS[shape.kind](shape, value, label);
}

function select(options, value, label) {
  const element = h("select", { "aria-label": label }, options.map(([option, text]) => h("option", { value: option }, text)));
  element.value = value;
  return element;
}

/** No constant and no number is empty, so an empty choice is null. */
function choice(shape, value, label) {
  const constants = shape.kind === "enum" ? shape.constants : ["true", "false"];
  const element = select([...(shape.isNullable ? [["", "no value"]] : []), ...constants.map(one => [one, one])], value ?? "", label);
  return { element, read: () => element.value === "" ? null : element.value };
}

function valueField(shape, value, label) {
  if (/^[bB]oolean$/.test(shape.type)) return choice(shape, value, label);
  const text = bare(value) ?? "";
  if (shape.type !== "String") {
    const input = h("input", { "aria-label": label, value: text, autocomplete: "off", spellcheck: "false" });
    return { element: input, read: () => input.value === "" && shape.isNullable ? null : input.value };
  }
  const area = h("textarea", { "aria-label": label, rows: Math.min(10, text.split("\n").length), oninput: () => none.uncheck() });
  area.value = text;
  const none = noValue(label, value === null, () => {});
  return { element: h("div", { class: "row" }, area, none.element), read: () => none.isChecked() ? null : area.value };
}

/** An empty text is a value, and null is none. */
function noValue(label, isChecked, changed) {
  const box = h("input", { type: "checkbox", "aria-label": `${label}: no value`, checked: isChecked, onchange: () => changed(box.checked) });
  return { element: h("label", { class: "check" }, box, "no value"), isChecked: () => box.checked, uncheck: () => { box.checked = false; } };
}

export function nameOfReference(value) {
  return value === null ? "" : value.written ?? value.new ?? `${value.ref} ${value.id}`;
}

let referenceFields = 0;

/** A search by the first letters of a text or by the id; what is found is offered, and so are the new objects of the change set. */
function referenceField(shape, value, label) {
  const found = h("datalist", { id: `objects-${++referenceFields}` });
  const offer = (objects = []) => found.replaceChildren(...[...document.querySelectorAll("#objects option")].map(one => h("option", { value: one.value })),
    ...objects.map(one => h("option", { value: `${one.ref} ${one.id}` }, nameOf(one))));
  let asking = new AbortController(); // of the search that is waited for
  const search = async () => {
    const text = input.value.trim();
    asking.abort();
    asking = new AbortController();
    try {
      const { objects } = text === "" ? {} : await ask("find", { class: shape.type, text }, AbortSignal.any([pageSignal(), asking.signal]));
      if (text === input.value.trim()) offer(objects);
    } catch (error) {
      if (error.name !== "AbortError") offer(); // an id can still be written; keeping the change reports a lost connection
    }
  };
  const input = h("input", { "aria-label": label, value: nameOfReference(value), list: found.id, placeholder: `${shape.type}: search, or its id`, autocomplete: "off", onfocus: () => offer(), oninput: search });
  return { element: h("span", {}, input, found, value?.label ? h("small", { class: "muted" }, ` ${value.label}`) : null), read: () => readReference(input.value.trim(), shape.type, input.getAttribute("aria-label")) };
}

/** A text that names no object stays what it is: the form is kept before it is right. */
function readReference(text, type, label) {
  if (text === "") return null;
  if (text.startsWith("new ")) return { new: text };
  const found = /^(?:(\S+) +)?(\d+)$/.exec(text);
  if (!found) return { written: text, why: `${label}: found '${text}'; expected an object such as ${type} 5, or nothing` };
  return { ref: found[1] ?? type, id: found[2] };
}

function recordField(shape, value, label) {
  const parts = Object.entries(shape.components).map(([name, component]) => [name, field(component, value === null ? component.isNullable ? null : initial(component) : value.record[name], `${label}.${name}`)]);
  const inside = h("div", { class: "fields", hidden: value === null }, parts.map(([name, part]) => h("div", {}, h("span", { "aria-hidden": "true" }, name), part.element)));
  const none = noValue(label, value === null, isNone => { inside.hidden = isNone; });
  return {
    element: h("div", { role: "group", "aria-label": label }, none.element, inside),
    read: () => none.isChecked() ? null : { record: Object.fromEntries(parts.map(([name, part]) => [name, part.read()])) },
  };
}

/** What a new member or component is at first. */
function initial(shape) {
  if (shape.kind === "list" || shape.kind === "set") return { list: [] };
  if (shape.kind === "map") return { map: [] };
  if (shape.isNullable) return shape.type === "String" ? "" : null;
  return /oolean/.test(shape.type) ? "false" : shape.type === "char" ? " " : "0";
}

/** Rows that can be added and taken away, and moved if the order is kept. */
function rows(label, values, isOrdered, make) {
  const list = h("ol", { class: "members" });
  const all = [];
  const button = (text, name, action) => h("button", { type: "button", "aria-label": name, onclick: action }, text);
  const renumber = (row, i) => [row.element, ...row.element.querySelectorAll("[aria-label]")].forEach(element => {
    const name = element.getAttribute("aria-label");
    if (name?.startsWith(`${label}, `)) element.setAttribute("aria-label", `${label}, ${name.slice(label.length + 2).replace(/\d+/, i + 1)}`);
  });
  const show = () => {
    all.forEach(renumber);
    draw();
  };
  const draw = () => list.replaceChildren(...all.map((row, i) => h("li", {}, row.element,
    isOrdered ? button("↑", `${label}: move member ${i + 1} up`, () => move(i, i - 1)) : null,
    isOrdered ? button("↓", `${label}: move member ${i + 1} down`, () => move(i, i + 1)) : null,
    button("Remove", `${label}: remove member ${i + 1}`, () => { all.splice(i, 1); show(); add.focus(); }))));
  const move = (from, to) => {
    if (to < 0 || to >= all.length) return;
    all.splice(to, 0, ...all.splice(from, 1));
    show();
    list.children[to].querySelector("button").focus();
  };
  const add = button("Add", `${label}: add a member`, () => {
    all.push(make(undefined, all.length));
    show();
    list.lastChild.querySelector("input, select, textarea")?.focus();
  });
  values.forEach((value, i) => all.push(make(value, i)));
  show();
  return { element: h("div", { role: "group", "aria-label": label }, list, add), read: () => all.map(row => row.read()) };
}

function listField(shape, value, label) {
  const all = rows(label, value.list, shape.kind === "list", (member, i) => field(shape.member, member === undefined ? initial(shape.member) : member, `${label}, member ${i + 1}`));
  return { element: all.element, read: () => ({ list: all.read() }) };
}

function mapField(shape, value, label) {
  const all = rows(label, value.map, false, (entry, i) => {
    const key = field(shape.key, entry ? entry[0] : initial(shape.key), `${label}, key ${i + 1}`);
    const member = field(shape.member, entry ? entry[1] : initial(shape.member), `${label}, value ${i + 1}`);
    return { element: h("span", { class: "row" }, key.element, "→", member.element), read: () => [key.read(), member.read()] };
  });
  return { element: all.element, read: () => ({ map: all.read() }) };
}
