// Values as elements. A plain value is a string; others are objects with one telling member.
import { h } from "./dom.js";

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
  if (value.hex !== undefined) return h("code", {}, `${value.bytes} bytes ${value.hex}${value.bytes * 2 > value.hex.length ? "…" : ""}`);
  if (value.text !== undefined) return h("span", {}, value.text + "… ", h("span", { class: "muted" }, `(${value.length} characters)`));
  if (value.record) {
    return h("dl", {}, Object.entries(value.record).flatMap(([name, part]) => [h("dt", {}, name), h("dd", {}, valueElement(part))]));
  }
  const more = value.more > 0 ? h("li", { class: "muted" }, `and ${value.more} more`) : null;
  if (value.map) {
    return value.map.length ? h("ul", {}, value.map.map(([key, part]) => h("li", {}, valueElement(key), " → ", valueElement(part))), more) : h("span", { class: "null" }, "empty");
  }
  return value.list.length ? h("ul", {}, value.list.map(part => h("li", {}, valueElement(part))), more) : h("span", { class: "null" }, "empty");
}

/** The value for a file: as JSON has it. */
export function plain(value) {
  if (value === null || typeof value === "string") return value;
  if (value.none) return undefined;
  if (value.ref) return { class: value.ref, id: value.id };
  if (value.hex !== undefined) return value.hex;
  if (value.text !== undefined) return value.text;
  if (value.record) return Object.fromEntries(Object.entries(value.record).map(([name, part]) => [name, plain(part)]));
  return value.map ? value.map.map(entry => entry.map(plain)) : value.list.map(plain);
}

/** Whether a part of the value was not sent, because it is large. */
export function isCut(value) {
  if (value === null || typeof value === "string") return false;
  if (value.hex !== undefined) return value.bytes * 2 > value.hex.length;
  if (value.text !== undefined || value.more > 0) return true;
  if (value.record) return Object.values(value.record).some(isCut);
  return (value.map || value.list || []).flat().some(isCut);
}

const NUMBERS = /^(byte|short|int|long|float|double|Byte|Short|Integer|Long|Float|Double|BigDecimal|BigInteger|OptionalInt|OptionalLong|OptionalDouble)$/;

export function cell(value, type) {
  return h("td", NUMBERS.test(type) && typeof value === "string" ? { class: "number" } : {}, valueElement(value));
}
