// The model: what the page knows of classes, and the page that shows them.
import { count, errorBox, h, number, script, show, table, tell } from "./dom.js";
import { ask } from "./server.js";
import { Picture } from "./graph.js";

export class Model {
  constructor(json) {
    this.classes = json.classes;
    this.records = json.records;
    this.enums = json.enums;
    this.database = json.database;
    this.place = json.place;
    this.isWritable = json.isWritable;
    this.readOnlyReason = json.readOnlyReason;
    this.hasLogIn = json.hasLogIn;
    this.hasLab = json.hasLab;
    this.hasPlan = json.hasPlan;
    this.byName = new Map(json.classes.map(type => [type.name, type]));
  }

  withSubclasses(name) {
    const found = new Set([name]);
    for (let size = 0; size !== found.size;) {
      size = found.size;
      this.classes.filter(type => type.superclasses.some(one => found.has(one))).forEach(type => found.add(type.name));
    }
    return [...found];
  }

  attributesBelow(name) {
    const found = new Map();
    const record = this.records.find(one => one.name === name);
    record?.components.forEach(component => found.set(component.name, component));
    this.withSubclasses(name).forEach(one => this.byName.get(one)?.attributes.forEach(attribute => found.has(attribute.name) || found.set(attribute.name, attribute)));
    return [...found.values()].map(attribute => ({ ...attribute, target: this.behind(attribute.type) }));
  }

  /** The class or the record to which a path through an attribute of a type leads: that of its members, and of a map that of its values; null if these are plain values. */
  behind(type) {
    const last = type.match(/[\p{L}\p{N}_$.]+/gu)?.pop();
    return this.byName.has(last) || this.records.some(one => one.name === last) ? last : null;
  }

  withSuperclasses(name) {
    const type = this.byName.get(name);
    return type ? [name, ...type.superclasses.flatMap(one => this.withSuperclasses(one))] : [];
  }

  relationsTo(name) {
    const targets = new Set(this.withSuperclasses(name));
    return this.classes.flatMap(type => type.attributes.filter(attribute => !attribute.isInherited && !attribute.inverse && targets.has(attribute.target))
      .map(attribute => ({ owner: type.name, name: attribute.name })));
  }
}

const MANY = { reference: "1", objects: "n", map: "n" };

export async function modelPage(model, [wanted]) {
  const counts = new Map(model.classes.map(type => [type.name, h("span", { class: "muted" }, "…")]));
  const picture = new Picture("Classes and their relations; the table below says the same");
  show(
    h("h1", {}, "Model"),
    picture.element,
    h("h2", {}, "Classes"),
    table("Classes of the database", ["Class", "Superclasses", "Objects", "Attributes"], model.classes.map(type => [
      h("a", { href: `#/model/${encodeURIComponent(type.name)}` }, (type.isAbstract ? "abstract " : "") + type.name),
      type.superclasses.join(", "),
      h("td", { class: "number" }, counts.get(type.name)),
      type.attributes.map(attribute => attribute.name).join(", "),
    ])),
    sizesPart(),
    model.hasPlan ? planPart() : [],
    wanted && model.byName.has(wanted) ? classPart(model, model.byName.get(wanted)) : [],
  );
  document.getElementById("class")?.focus();
  drawModel(model, picture).catch(error => {
    if (error.name !== "AbortError") picture.element.replaceWith(errorBox(error));
  });
  try {
    for (const type of model.classes) { // one after the other: counting a large table keeps the server busy
      counts.get(type.name).replaceChildren(number((await ask("count", { class: type.name })).count));
    }
    tell(model.classes.length === 1 ? "1 class" : `${number(model.classes.length)} classes`);
  } catch (error) {
    if (error.name !== "AbortError") tell(error.message);
  }
}

/** SQLite reads its whole file to compute sizes, so they are shown on request. */
function sizesPart() {
  const sizes = h("div", {});
  const button = h("button", { type: "button", onclick: async () => {
    button.disabled = true;
    tell("Asking for sizes", true);
    try {
      const { tables } = await ask("sizes");
      sizes.replaceChildren(tables.length === 0 ? h("p", {}, "This database does not tell the sizes of its tables.")
        : table("Sizes of tables, in bytes", ["Table", "Rows", "Indexes"], tables.map(one => [one.table, amount(one.rowBytes), amount(one.indexBytes)])));
      tell(`${number(tables.length)} tables`);
    } catch (error) {
      if (error.name !== "AbortError") sizes.replaceChildren(errorBox(error));
    }
    button.disabled = false;
  } }, "Show sizes");
  return [h("h2", {}, "Tables and indexes"), button, sizes];
}

const amount = bytes => h("td", { class: "number" }, number(bytes));

/** What opening the database for the model of the command line would change. */
function planPart() {
  const plan = h("div", {}, h("p", { class: "muted" }, "Planning …"));
  ask("plan").then(({ steps }) => plan.replaceChildren(steps.length === 0 ? h("p", {}, "Nothing has to be changed.")
    : h("ol", { class: "steps" }, steps.map(step => h("li", {}, h("strong", {}, step.description),
      h("p", {}, { instant: "At once, whatever the number of rows.", online: `Reads or writes ${count(step.rows, "row")}; other programs go on meanwhile.`,
        blocking: `Reads or writes ${count(step.rows, "row")}; programs that write to the table wait meanwhile.` }[step.cost]),
      step.statements.map(statement => h("pre", {}, statement))))))).catch(error => {
    if (error.name !== "AbortError") plan.replaceChildren(errorBox(error));
  });
  return [h("h2", {}, "Pending changes"), h("p", {}, "What opening the database for the given model would change:"), plan];
}

function classPart(model, type) {
  return h("section", { "aria-labelledby": "class" },
    h("h2", { id: "class", tabindex: "-1" }, (type.isAbstract ? "Abstract class " : "Class ") + type.name),
    h("p", {}, h("a", { href: `#/query?class=${encodeURIComponent(type.name)}&rql=` }, `All objects of ${type.name}`), h("span", { class: "muted" }, ` ${type.javaNames.join(", ")}`)),
    model.isWritable && !type.isAbstract ? h("p", {}, h("a", { href: `#/edit/${encodeURIComponent(type.name)}` }, `New ${type.name}`)) : null,
    table(`Attributes of ${type.name}`, ["Attribute", "Type", "Leads to", "Index"], type.attributes.map(attribute => [
      attribute.name + (attribute.isInherited ? " (inherited)" : ""),
      h("code", {}, attribute.type),
      attribute.target ? h("a", { href: `#/model/${encodeURIComponent(attribute.target)}` }, `${attribute.target} (${MANY[attribute.kind]})`) : "",
      [attribute.isUnique ? "unique" : attribute.hasIndex ? "index" : "", attribute.isPart ? "part" : "", attribute.inverse ? `other side of ${attribute.inverse}` : ""].filter(text => text).join(", "),
    ])));
}

async function drawModel(model, picture) {
  await script("lib/cytoscape.js");
  const elements = model.classes.map(type => ({ data: { id: type.name, label: type.name, kind: type.isAbstract ? "abstract" : "class" } }));
  for (const type of model.classes) {
    type.superclasses.filter(name => model.byName.has(name)).forEach(name => elements.push({ data: { source: type.name, target: name, label: "", kind: "extends" } }));
    type.attributes.filter(attribute => attribute.target && !attribute.isInherited && !attribute.inverse && model.byName.has(attribute.target))
      .forEach(attribute => elements.push({ data: { source: type.name, target: attribute.target, label: `${attribute.name} ${MANY[attribute.kind] ?? ""}`, kind: "relation" } }));
  }
  const graph = picture.draw(elements);
  graph.on("tap", "node", event => { location.hash = `#/model/${encodeURIComponent(event.target.id())}`; });
}
