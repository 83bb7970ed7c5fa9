// Elements of the page. Every text is set as text, never as markup.
import { pageSignal } from "./server.js";

/** Makes an element. Attributes that begin with "on" are listeners; false and null leave an attribute out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined));
  return element;
}

export function show(...children) {
  document.getElementById("main").replaceChildren(...children.flat());
}

/** Shows a text in the status line, which screen readers read aloud. */
export function tell(text, isBusy = false) {
  const status = document.getElementById("status");
  status.textContent = text;
  status.classList.toggle("busy", isBusy);
}

export function errorBox(error) {
  return h("p", { class: "error", role: "alert" }, error.message ?? String(error));
}

/** A table with a caption; cells are elements or texts. */
export function table(caption, heads, rows) {
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h("table", {}, h("caption", {}, caption),
      h("thead", {}, h("tr", {}, heads.map(head => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows.map(row => h("tr", {}, row.map(cell => cell instanceof HTMLTableCellElement ? cell : h("td", {}, cell)))))));
}

export function time(micros) {
  return micros < 1000 ? `${micros} µs` : micros < 1e6 ? `${(micros / 1000).toFixed(1)} ms` : `${(micros / 1e6).toFixed(2)} s`;
}

export function number(value) {
  return Number(value).toLocaleString("en");
}

/** A number of things, with the noun in its form. */
export function count(value, noun) {
  return `${number(value)} ${noun}${Number(value) === 1 ? "" : "s"}`;
}

/** Adds a script of a library when it is needed first. Throws AbortError if the page was left meanwhile. */
const scripts = new Map();
export async function script(path) {
  const signal = pageSignal();
  if (!scripts.has(path)) {
    scripts.set(path, new Promise((done, failed) => {
      document.head.append(h("script", { src: path, onload: done, onerror: () => failed(new Error(`${path} cannot be loaded`)) }));
    }));
  }
  try {
    await scripts.get(path);
  } catch (error) {
    scripts.delete(path); // the next page tries it again
    signal.throwIfAborted();
    throw error;
  }
  signal.throwIfAborted();
}
