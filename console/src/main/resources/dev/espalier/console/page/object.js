// The page of one object: its values, what it refers to, and what refers to it.
import { count, errorBox, h, number, show, table, tell } from "./dom.js";
import { keepDeletion } from "./changes.js";
import { keepPlace, place } from "./places.js";
import { ask } from "./server.js";
import { attributeElement, link, nameOf, objectAddress } from "./values.js";

const TRAIL = "espalier-trail";
const LONGEST_TRAIL = 8;

/** The objects that were looked at before this one, in this tab. */
function trail(reference) {
  const kept = JSON.parse(sessionStorage.getItem(TRAIL) ?? "[]");
  const at = kept.findIndex(one => one.ref === reference.ref && one.id === reference.id);
  const trail = [...(at < 0 ? kept : kept.slice(0, at)), { ref: reference.ref, id: reference.id, label: reference.label }].slice(-LONGEST_TRAIL);
  sessionStorage.setItem(TRAIL, JSON.stringify(trail));
  return trail;
}

/** How many pages of each list are shown, by the names of the lists; Back brings them again. */
const shownPages = () => place().lists ?? {};

/** Lists of objects, each with a button that reads the next page. */
class Lists {
  #again = [];

  /**
   * Makes a list and its button.
   *
   * @param name of the list on its page
   * @param request reads the page behind a position
   */
  make(name, request) {
    const list = h("ul", {});
    let next = null;
    let read = 0;
    const more = async () => {
      button.disabled = true;
      try {
        const page = await request(next);
        list.append(...page.objects.map(reference => h("li", {}, link(reference))));
        next = page.next;
        read++;
        button.textContent = "Show more";
        button.hidden = next === null;
        button.disabled = false;
      } catch (error) {
        if (error.name === "AbortError") throw error;
        list.append(h("li", {}, errorBox(error)));
      }
    };
    const button = h("button", { type: "button", onclick: () => more().then(() => keepPlace({ lists: { ...shownPages(), [name]: read } }), () => {}) }, "Show");
    const before = shownPages()[name] ?? 0;
    this.#again.push(async () => {
      while (read < before && !button.hidden && !button.disabled) await more();
    });
    return [list, button];
  }

  /** Shows what was shown before. */
  async showAgain() {
    for (const again of this.#again.splice(0)) await again();
  }
}

export async function objectPage(model, [className, id]) {
  const lists = new Lists();
  const object = await ask("object", { class: className, id });
  const rows = object.attributes.map(attribute => [
    attribute.name,
    h("code", {}, attribute.type),
    attribute.kind === "objects"
      ? h("div", {}, attribute.count === 0 ? h("span", { class: "null" }, "empty")
        : [`${count(attribute.count, "object")} `, lists.make(`members ${attribute.name}`, after => ask("members", { class: object.ref, id, attribute: attribute.name, after }))].flat())
      : attributeElement(object, attribute.name, attribute.value),
  ]);
  const referrers = h("div", {}, h("p", { class: "muted" }, "Counting …"));
  show(
    h("nav", { "aria-label": "Objects that were looked at" }, h("ol", { class: "crumbs" }, trail(object).map(one =>
      h("li", {}, one.ref === object.ref && one.id === object.id ? h("span", { "aria-current": "page" }, nameOf(one)) : h("a", { href: objectAddress(one.ref, one.id) }, nameOf(one)))))),
    h("h1", {}, nameOf(object)),
    h("p", {}, h("a", { href: `#/graph/${encodeURIComponent(object.ref)}/${id}` }, "Show as a graph"), " · ",
      h("a", { href: `#/model/${encodeURIComponent(object.ref)}` }, `Class ${object.ref}`)),
    model.isWritable ? h("div", { class: "row" }, h("a", { href: `#/edit/${encodeURIComponent(object.ref)}/${id}` }, "Edit"),
      h("button", { type: "button", onclick: () => keepDeletion(object).catch(error => tell(error.message)) }, "Delete")) : [],
    table(`Attributes of ${object.ref} ${id}`, ["Attribute", "Type", "Value"], rows),
    h("h2", {}, "Objects that refer to this one"),
    referrers,
  );
  tell(nameOf(object));
  const { relations } = await ask("referrers", { class: object.ref, id });
  const found = relations.filter(relation => relation.count !== 0);
  referrers.replaceChildren(found.length === 0 ? h("p", {}, "None.") : table("Objects that refer to this one, by relation", ["Relation", "Objects", ""], found.map(relation => {
    const { name } = relation;
    if (relation.count === null) return [name, "not counted: no query asks for keys of maps", ""];
    return [
      h("a", { href: `#/query?class=${encodeURIComponent(relation.class)}&rql=${encodeURIComponent(`${relation.path}.id = ${id}`)}` }, name),
      h("td", { class: "number" }, number(relation.count)),
      h("div", {}, lists.make(`referrers ${name}`, after => ask("referrers", { class: object.ref, id, relation: name, after }))),
    ];
  })));
  await lists.showAgain();
}
