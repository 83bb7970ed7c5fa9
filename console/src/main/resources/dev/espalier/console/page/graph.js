// The neighbourhood of an object as a graph. The server bounds what one step brings; a node is expanded by a click or by the button.
/* global cytoscape */
import { count, errorBox, h, script, show, table, tell } from "./dom.js";
import { keepPlace, place } from "./places.js";
import { ask } from "./server.js";
import { link, nameOf, objectAddress } from "./values.js";

/** More nodes cannot be read, and make the picture slow. */
const MOST_NODES = 1000;

/** How far one press of a button zooms. */
const ZOOM_STEP = 1.5;
/** Pixels of the wheel that double the zoom, and pixels of a line of it. */
const DOUBLING = 100;
const LINE = 33;

/** A finger that moves fewer pixels taps. */
const LONGEST_TAP = 10;

/** The place of a graph, and the controls of its zoom. The wheel alone scrolls the page. */
export class Picture {
  #graph = null;
  #place;
  #finger = null; // where one of them began
  #fingers = null; // where two of them were last

  constructor(label) {
    this.#place = h("div", { class: "picture", role: "img", "aria-label": label });
    this.#place.addEventListener("wheel", event => this.#wheel(event), { passive: false });
    this.#place.addEventListener("pointerdown", event => this.#letFingersScroll(event.pointerType === "touch"), true);
    for (const kind of ["touchstart", "touchmove", "touchend", "touchcancel"]) {
      this.#place.addEventListener(kind, event => this.#touch(event), { capture: true, passive: false });
    }
    const button = (name, text, factor) => h("button", { type: "button", "aria-label": name, title: name, onclick: () => this.#zoom(factor) }, text);
    this.element = h("div", {}, this.#place, h("div", { class: "row zoom" }, button("Zoom in", "+", ZOOM_STEP), button("Zoom out", "\u2212", 1 / ZOOM_STEP),
      h("span", { class: "muted" }, "Ctrl or Cmd and the wheel zoom, too. Two fingers move and zoom.")));
  }

  draw(elements) {
    this.#graph = drawing(this.#place, elements);
    return this.#graph;
  }

  /** The library would move the graph, or a node of it, and keep the browser from scrolling. */
  #letFingersScroll(isFinger) {
    this.#graph?.userPanningEnabled(!isFinger);
    this.#graph?.autoungrabify(isFinger);
  }

  #touch(event) {
    if (event.type === "touchstart") this.#finger = event.touches[0];
    const isOneMoved = event.type === "touchmove" && event.touches.length === 1;
    const isScrolled = /move|end/.test(event.type) && !event.cancelable;
    if (isOneMoved || isScrolled) event.stopPropagation(); // the library would keep the browser from scrolling
    if (isScrolled || isOneMoved && distance(this.#finger, event.touches[0]) > LONGEST_TAP) dispatchEvent(new Event("touchcancel")); // nothing is tapped
    const fingers = event.touches.length === 2 ? pair(event.touches, this.#place.getBoundingClientRect()) : null;
    if (fingers !== null && event.cancelable) event.preventDefault(); // otherwise the browser scrolls
    if (event.type === "touchmove" && fingers !== null && this.#fingers !== null) {
      this.#graph?.panBy({ x: fingers.x - this.#fingers.x, y: fingers.y - this.#fingers.y });
      this.#zoom(fingers.distance / this.#fingers.distance, fingers);
    }
    this.#fingers = fingers;
  }

  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault(); // otherwise the browser zooms the whole page
    const box = this.#place.getBoundingClientRect();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
    this.#zoom(2 ** (-pixels / DOUBLING), { x: event.clientX - box.left, y: event.clientY - box.top });
  }

  #zoom(factor, around = { x: this.#place.clientWidth / 2, y: this.#place.clientHeight / 2 }) {
    this.#graph?.zoom({ level: this.#graph.zoom() * factor, renderedPosition: around });
  }
}

function distance(one, other) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

/** The middle of two fingers in a box, and how far they are from each other. */
function pair([one, other], box) {
  return {
    x: (one.clientX + other.clientX) / 2 - box.left,
    y: (one.clientY + other.clientY) / 2 - box.top,
    distance: Math.max(1, distance(one, other)),
  };
}

/** Draws nodes and edges. */
function drawing(place, elements) {
  const style = getComputedStyle(document.documentElement);
  const colour = name => style.getPropertyValue(name).trim();
  const graph = cytoscape({
    container: place, elements, maxZoom: 3, minZoom: 0.05, userZoomingEnabled: false,
    style: [
      { selector: "node", style: { label: "data(label)", color: colour("--fore"), "background-color": colour("--accent"), "font-size": 12, "text-wrap": "wrap", "text-max-width": 140,
        "text-valign": "bottom", "text-margin-y": 4, width: 22, height: 22 } },
      { selector: "node[kind = 'abstract']", style: { "background-color": colour("--muted"), "font-style": "italic" } },
      { selector: "node[kind = 'more']", style: { "background-color": colour("--line"), shape: "round-rectangle" } },
      { selector: "edge", style: { label: "data(label)", color: colour("--muted"), "font-size": 9, "curve-style": "bezier", "target-arrow-shape": "triangle", width: 1.4,
        "line-color": colour("--line"), "target-arrow-color": colour("--line"), "text-rotation": "autorotate", "text-background-color": colour("--back"), "text-background-opacity": 0.8 } },
      { selector: "edge[kind = 'extends']", style: { "line-style": "dashed", "target-arrow-shape": "triangle-tee" } },
    ],
    layout: layout(elements.length),
  });
  return graph;
}

function layout(size) {
  return size > 400 ? { name: "concentric", animate: false } : { name: "cose", animate: false, nodeDimensionsIncludeLabels: true, randomize: true, nodeRepulsion: 12000, idealEdgeLength: 90 };
}

export async function graphPage(model, [className, id]) {
  await script("lib/cytoscape.js");
  const picture = new Picture("The object and its neighbours; the table below says the same");
  const list = h("div", {});
  show(h("h1", {}, `Neighbours of ${className} ${id}`),
    h("p", {}, h("a", { href: objectAddress(className, id) }, "Back to the object")), h("p", { class: "muted" }, "Click a node to expand it, twice to open its page. The table below has a button for each."), picture.element, list);
  let graph = null;
  const rows = [];
  const expanded = new Set();
  const before = place().expanded ?? []; // Back brings them again
  const isDrawn = [];
  const notDrawn = new Set();
  const expand = async (type, number) => {
    const key = `${type} ${number}`;
    if (expanded.has(key) || (graph?.nodes().length ?? 0) >= MOST_NODES) return;
    expanded.add(key);
    tell(`Reading the neighbours of ${key}`, true);
    const answer = await ask("graph", { class: type, id: number, size: 20 });
    const elements = [];
    const known = new Set(graph?.nodes().map(node => node.id()) ?? []);
    const addNode = reference => {
      const name = `${reference.ref} ${reference.id}`;
      if (!known.has(name)) {
        known.add(name);
        elements.push({ data: { id: name, label: nameOf(reference), kind: "object", type: reference.ref, number: reference.id } });
      }
      return name;
    };
    const centre = addNode(answer.centre);
    const drawn = new Set(graph?.edges().map(edge => edge.id()) ?? []);
    for (const edge of answer.edges) {
      const other = addNode(edge.node);
      const name = edge.isIncoming ? edge.name.slice(edge.name.lastIndexOf(".") + 1) : edge.name;
      const data = edge.isIncoming ? { source: other, target: centre, label: name } : { source: centre, target: other, label: name };
      data.id = `${data.source} ${data.label} ${data.target}`;
      if (!drawn.has(data.id)) {
        drawn.add(data.id);
        elements.push({ data });
        const expandOther = h("button", { type: "button", onclick: () => expand(edge.node.ref, edge.node.id).catch(error => tell(error.message)) }, `Expand ${edge.node.ref} ${edge.node.id}`);
        rows.push([edge.isIncoming ? link(edge.node) : link(answer.centre), name, edge.isIncoming ? link(answer.centre) : link(edge.node), expandOther]);
      }
    }
    for (const more of answer.more) {
      const name = `more ${centre} ${more.name}`;
      elements.push({ data: { id: name, label: `${more.count} in all`, kind: "more" } },
        { data: { id: `to ${name}`, source: more.isIncoming ? name : centre, target: more.isIncoming ? centre : name, label: more.name } });
    }
    if (graph === null) {
      graph = picture.draw(elements);
      graph.on("tap", "node", event => event.target.data("type") && expand(event.target.data("type"), event.target.data("number")).catch(error => tell(error.message)));
      graph.on("dbltap", "node", event => { if (event.target.data("type")) location.hash = objectAddress(event.target.data("type"), event.target.data("number")); });
    } else {
      graph.add(elements);
      graph.layout(layout(graph.elements().length)).run();
    }
    answer.unknown.forEach(name => notDrawn.add(name));
    list.replaceChildren(table("Relations that are drawn", ["From", "Relation", "To", ""], rows),
      notDrawn.size === 0 ? "" : h("p", {}, `Not drawn, because no query asks for keys of maps: ${[...notDrawn].join(", ")}.`));
    isDrawn.push({ type, number });
    if (isDrawn.length > before.length) keepPlace({ expanded: isDrawn });
    tell(count(graph.nodes().length, "node"));
  };
  try {
    await expand(className, id);
  } catch (error) {
    if (error.name !== "AbortError") show(errorBox(error));
    return;
  }
  for (const { type, number } of before) {
    try {
      await expand(type, number);
    } catch (error) {
      if (error.name === "AbortError") return;
      tell(error.message); // it was deleted, perhaps
    }
  }
}
