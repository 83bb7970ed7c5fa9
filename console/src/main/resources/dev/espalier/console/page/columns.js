// The tree of what a class has and leads to. What is chosen in it becomes a column of the selection.
import { h } from "./dom.js";
import { columnsOf, withColumn, withoutColumn } from "./selection.js";

/**
 * The control that chooses columns by clicks.
 *
 * @param className the class that is asked for
 * @param text the text of the selection
 * @param setText takes a new text
 * @returns the element; {@code showText} checks what the text has, {@code showClass} shows the fields of another class
 */
export function columnsPart(model, { className, text, setText }) {
  const tree = h("ul", {});
  const paths = () => new Set(columnsOf(text()).map(column => column.path));
  const boxes = () => tree.querySelectorAll("input[type=checkbox]");
  let shown = null;
  const fill = (list, type, before) => {
    const here = paths();
    const names = model.byName.has(type) ? ["id"] : [];
    const attributes = model.attributesBelow(type).filter(attribute => !names.includes(attribute.name));
    list.append(...names.map(name => value(before + name, name, "long", here)), ...attributes.map(attribute => attribute.target
      ? branch(attribute, before + attribute.name) : value(before + attribute.name, attribute.name, attribute.type, here)));
  };
  const value = (path, name, type, here) => {
    const box = h("input", { type: "checkbox", name: path, checked: here.has(path), onchange: () =>
      setText(box.checked ? withColumn(text(), path) : withoutColumn(text(), path)) });
    return h("li", {}, h("label", { class: "check" }, box, `${name} `, h("span", { class: "muted" }, type)));
  };
  const branch = (attribute, path) => {
    const inside = h("ul", {});
    return h("li", {}, h("details", { ontoggle: event => {
      if (event.target.open && !inside.hasChildNodes()) fill(inside, attribute.target, `${path}.`);
    } }, h("summary", {}, `${attribute.name} `, h("span", { class: "muted" }, attribute.type)), inside));
  };
  const clear = h("button", { type: "button", onclick: () => setText("") }, "Clear columns");
  const opened = h("details", { class: "columns", ontoggle: () => showClass() }, h("summary", {}, "Columns"), clear,
    h("div", { class: "scroll", role: "group", "aria-label": "Columns to choose" }, tree));
  /** The fields are made when they are seen first. */
  const showClass = () => {
    if (!opened.open || shown === className()) return;
    shown = className();
    tree.replaceChildren();
    if (shown) fill(tree, shown, "");
  };
  const showText = () => {
    const here = paths();
    boxes().forEach(box => { box.checked = here.has(box.name); });
  };
  return { element: opened, showClass, showText };
}
