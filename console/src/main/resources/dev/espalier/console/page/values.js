// Values as elements. A plain value is a string; others are objects with one member that shows the kind.
import { errorBox, h, number } from "./dom.js";
import { ask } from "./server.js";

export function objectAddress(className, id) {
  return `#/object/${encodeURIComponent(className)}/${id}`;
}

export function nameOf(reference) {
  return `${reference.ref} ${reference.id}` + (reference.label ? ` · ${reference.label}` : "");
}

export function link(reference) {
  return h("a", { href: objectAddress(reference.ref, reference.id) }, nameOf(reference));
}

export function valueElement(value) {
  if (value === null) return h("span", { class: "null" }, "null");
  if (typeof value === "string") return value === "" ? h("span", { class: "null" }, "empty text") : value;
  if (value.new) return value.new;
  if (value.ref) return link(value);
  if (value.none) return h("span", { class: "muted", title: "This class has no such attribute" }, "–");
  if (value.notLoaded) return h("span", { class: "muted" }, "not loaded");
  if (value.hex !== undefined) return h("code", {}, `${value.bytes} bytes ${value.hex}${value.bytes * 2 > value.hex.length ? "…" : ""}`);
  if (value.text !== undefined) return h("span", {}, value.text + "… ", h("span", { class: "muted" }, `(the first ${number(value.text.length)} of ${number(value.length)} characters)`));
  if (value.record) {
    return h("dl", {}, Object.entries(value.record).flatMap(([name, part]) => [h("dt", {}, name), h("dd", {}, valueElement(part))]));
  }
  const more = value.more > 0 ? h("li", { class: "muted" }, `and ${value.more} more`) : null;
  if (value.rows) {
    return h("div", {}, value.rows.length ? h("table", {}, h("thead", {}, h("tr", {}, value.columns.map(column => h("th", { scope: "col" }, column.name)))),
      h("tbody", {}, value.rows.map(cells => h("tr", {}, cells.map((part, i) => cellOf(value.columns[i], part, valueElement(part))))))) : null,
    value.more > 0 ? h("span", { class: "muted" }, `and ${value.more} more`) : null);
  }
  if (value.map) {
    return value.map.length ? h("ul", {}, value.map.map(([key, part]) => h("li", {}, valueElement(key), " → ", valueElement(part))), more) : h("span", { class: "null" }, "empty");
  }
  return value.list.length ? h("ul", {}, value.list.map(part => h("li", {}, valueElement(part))), more) : h("span", { class: "null" }, "empty");
}

/** A number with all its digits, of which JavaScript's numbers keep those to 2^53 only. */
class Digits {
  constructor(text) {
    this.text = text;
  }
}

/** A number of a file; what JSON has no number for, such as NaN, stays a text. */
function digits(text) {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? new Digits(text) : text;
}

/** What the text of a value stands for: a number, true or false, or a text. */
function plainText(text, type) {
  if (NUMBERS.test(type)) return digits(text);
  return BOOLEANS.test(type) ? text === "true" : text;
}

/** The value for a file: as JSON has it, with numbers as numbers. */
export function plain(value, shape) {
  if (value === null) return null;
  if (typeof value === "string") return plainText(value, shape.type);
  if (value.none || value.notLoaded) return undefined;
  if (value.ref) return { class: value.ref, id: digits(value.id) };
  if (value.hex !== undefined) return value.hex;
  if (value.text !== undefined) return value.text;
  if (value.record) return Object.fromEntries(Object.entries(value.record).map(([name, part]) => [name, plain(part, shape.components[name])]));
  if (value.rows) return value.rows.map(cells => plainCells(cells, value.columns));
  return value.map ? value.map.map(([key, part]) => [plain(key, shape.key), plain(part, shape.member)]) : value.list.map(part => plain(part, shape.member));
}

/** A row of values by the names of its columns, which may be anything: an object of JavaScript sorts those that are numbers. */
export function plainCells(cells, columns) {
  return new Map(cells.map((value, i) => [columns[i].name, plain(value, { type: columns[i].type ?? "" })]));
}

/** The object of a row, as a file has it. */
export function plainRow(row, columns) {
  return { class: row.ref, id: digits(row.id), ...Object.fromEntries(row.cells.map((value, i) => [columns[i].name, plain(value, columns[i].shapes[row.ref] ?? columns[i].shape)])) };
}

/** Writes what {@link plain} has made as JSON. */
export function jsonOf(value) {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${(value instanceof Map ? [...value] : Object.entries(value)).filter(([, part]) => part !== undefined).map(([name, part]) => `${JSON.stringify(name)}:${jsonOf(part)}`).join(",")}}`;
}

/** The value of an object's attribute. If a part of it was not sent, a button reads the whole value. */
export function attributeElement(reference, name, value) {
  return wholeElement(value, `${name} of ${nameOf(reference)}`, async () => (await ask("value", { class: reference.ref, id: reference.id, attribute: name })).value);
}

/**
 * A value. If a part of it was not sent, a button reads the whole value.
 *
 * @param name what the button says that it shows all of
 * @param read reads the whole value
 */
export function wholeElement(value, name, read) {
  const element = h("div", { class: "value" }, valueElement(value));
  if (!isCut(value)) return element;
  const whole = h("button", { type: "button", "aria-label": `Show all of ${name}`, onclick: async () => {
    whole.disabled = true;
    try {
      element.replaceChildren(valueElement(await read()));
    } catch (error) {
      whole.disabled = false;
      if (error.name !== "AbortError") element.append(errorBox(error));
    }
  } }, "Show all");
  element.append(" ", whole);
  return element;
}

/** Whether a part of the value was not sent, because it is large. */
export function isCut(value) {
  if (value === null || typeof value === "string") return false;
  if (value.hex !== undefined) return value.bytes * 2 > value.hex.length;
  if (value.text !== undefined || value.more > 0) return true;
  if (value.record) return Object.values(value.record).some(isCut);
  return (value.map || value.list || value.rows || []).flat().some(isCut);
}

/** Whether a whole value begins as one of which a part was not sent. */
export function beginsAs(whole, cut) {
  if (cut === null || typeof cut === "string" || whole === null) return whole === cut;
  if (cut.text !== undefined) return typeof whole === "string" && whole.length === cut.length && whole.startsWith(cut.text.slice(0, -1)); // the cut may have split the last letter
  if (cut.hex !== undefined) return whole.bytes === cut.bytes && whole.hex.startsWith(cut.hex);
  if (cut.rows === undefined) return whole.list?.length === 0; // a list of no rows
  return whole.rows?.length === cut.rows.length + cut.more && cut.rows.every((cells, i) => cells.every((part, j) => beginsAs(whole.rows[i][j], part)));
}

const NUMBERS = /^(byte|short|int|long|float|double|Byte|Short|Integer|Long|Float|Double|BigDecimal|BigInteger|OptionalInt|OptionalLong|OptionalDouble)$/;
const BOOLEANS = /^(boolean|Boolean)$/;

export function cell(reference, column, value) {
  return cellOf(column, value, attributeElement(reference, column.name, value));
}

/** @param element the value as an element */
export function cellOf(column, value, element) {
  return h("td", NUMBERS.test(column.type) && typeof value === "string" ? { class: "number" } : {}, element);
}
