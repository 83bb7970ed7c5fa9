// The page of queries: an editor, columns, parameters, and the answer as a table or a tree.
import { columnsPart } from "./columns.js";
import { count, errorBox, h, number, show, tell, time } from "./dom.js";
import { makeEditor, WORDS_OF_SELECTIONS } from "./editor.js";
import { earlierQueries, remember, toggleSaved } from "./history.js";
import { planPart } from "./plan.js";
import { keepPlace, place } from "./places.js";
import { ask, pageSignal } from "./server.js";
import { attributeElement, beginsAs, cell, cellOf, isCut, jsonOf, link, plainCells, plainRow, wholeElement } from "./values.js";

const MOST_DOWNLOADED = 10000;

/**
 * The address of a query.
 *
 * @param asked its class, its text, and if there are any its selection and its parameters
 * @param shown how the answer is shown: the number of its pages, or its explanation
 */
export function addressOf(asked, shown = {}) {
  const query = new URLSearchParams({ class: asked.class, rql: asked.rql, ...(asked.select ? { select: asked.select } : {}), ...shown });
  Object.entries(asked.with ?? {}).forEach(([name, value]) => query.set(`with.${name}`, value));
  return `#/query?${query}`;
}

/** A query as lists show it. */
export function textOf(asked) {
  return `${asked.class}: ${asked.rql || "all"}${asked.select ? ` select ${asked.select}` : ""}`;
}

/** An error with a position is one of the text. */
function outcomeOf(error) {
  if (error.position || error.code === "bad-request") return error.isOfSelection ? "The selection is wrong" : "The query is wrong";
  return error.code === "timeout" || error.code === "statement-timeout" ? "The answer took too long" : "The query was not answered";
}

/** The parameters that a text names, outside of its quoted texts. */
export function parametersIn(rql) {
  return [...new Set([...rql.replace(/'(?:[^']|'')*'?/g, "").matchAll(/:([\p{L}_][\p{L}\p{N}_]*)/gu)].map(found => found[1]))];
}

/** The parameters of a query and its selection. */
function parametersOf(rql, selection) {
  return [...new Set([...parametersIn(rql), ...parametersIn(selection)])];
}

export async function queryPage(model, parts, query) {
  const select = h("select", { name: "class", onchange: () => edited() }, model.classes.map(type => h("option", { value: type.name }, type.name)));
  const { typed } = place();
  select.value = typed?.class ?? query.get("class") ?? model.classes[0]?.name;
  const editorPlace = h("div", {});
  const selectionPlace = h("div", { class: "line" }, h("span", { class: "muted", "aria-hidden": "true" }, "Select"));
  const fields = h("div", { class: "row" });
  const answer = h("div", {});
  const inputs = new Map();
  const edited = () => {
    const names = parametersOf(editor.text(), selection.text());
    fields.replaceChildren(...names.map(name => {
      if (!inputs.has(name)) inputs.set(name, h("input", { name, value: typed?.with[name] ?? query.get(`with.${name}`) ?? "", autocomplete: "off", oninput: keepTyped }));
      return h("label", {}, `:${name}`, inputs.get(name));
    }));
    columns.showClass();
    columns.showText();
    keepTyped();
  };
  const parameters = () => Object.fromEntries(parametersOf(editor.text(), selection.text()).map(name => [name, inputs.get(name)?.value ?? ""]));
  /** Without a selection objects are asked for. */
  const selected = () => selection.text().trim() === "" ? undefined : selection.text();
  const request = () => ({ class: select.value, rql: editor.text(), select: selected(), with: parameters() });
  const keepTyped = () => keepPlace({ typed: request() });
  const explained = { explain: "" };
  const ofAddress = { class: query.get("class") ?? model.classes[0]?.name, rql: query.get("rql") ?? "", select: query.get("select")?.trim() ? query.get("select") : "" };
  ofAddress.with = Object.fromEntries(parametersOf(ofAddress.rql, ofAddress.select).map(name => [name, query.get(`with.${name}`) ?? ""]));
  let current = addressOf(ofAddress, query.has("explain") ? explained : {});
  let asking = new AbortController(); // of the answer that is shown, or waited for
  /** Work with a signal that Cancel aborts, and so does later work: its answer must not replace a newer one. */
  const cancellable = async work => {
    asking.abort();
    const mine = new AbortController();
    const ofPage = pageSignal();
    asking = mine;
    cancel.disabled = false;
    try {
      await work(AbortSignal.any([ofPage, mine.signal]));
    } catch (error) {
      if (error.name !== "AbortError") throw error;
      if (mine === asking && !ofPage.aborted) tell("Cancelled");
    } finally {
      if (mine === asking) cancel.disabled = true;
    }
  };
  const go = (work, shown = {}) => () => cancellable(async signal => {
    edited();
    editor.mark(null);
    selection.mark(null);
    const asked = request();
    const next = addressOf(asked, shown);
    if (next !== current) { // a question of its own, to which Back leads
      keepPlace({ typed: undefined }); // Back shows the question before, not the text of this one
      window.history.pushState(null, "", next);
      current = next;
      pages = 1;
      keepTyped();
    }
    tell("Asking the database", true);
    await work(asked, signal);
    remember({ class: asked.class, rql: asked.rql, select: asked.select });
    past.replaceChildren(...pastQueries());
  }).catch(error => {
    (error.isOfSelection ? selection : editor).mark(error.position);
    answer.replaceChildren(errorBox(error));
    tell(outcomeOf(error));
  });
  let pages = Number(query.get("pages") ?? 1);
  const cancel = h("button", { type: "button", disabled: true, onclick: () => asking.abort() }, "Cancel");
  const run = go(async (asked, signal) => {
    answer.replaceChildren(...await rows(asked, cancellable, signal, pages, read => {
      pages = read;
      window.history.replaceState(window.history.state, "", addressOf(asked, { pages }));
    }));
  });
  const explain = go(async (asked, signal) => {
    answer.replaceChildren(planPart(await ask("explain", { ...asked, engine: engine.checked }, signal), asked.select !== undefined));
    document.getElementById("plan").focus();
    tell("Explained");
  }, explained);
  const engine = h("input", { type: "checkbox", name: "engine" });
  const past = h("ul", {});
  const columns = columnsPart(model, { className: () => select.value, text: () => selection.text(), setText: text => selection.setText(text) });
  show(
    h("h1", {}, "Query"),
    h("div", { class: "row" }, h("label", {}, "Class", select)),
    editorPlace, selectionPlace, columns.element, fields,
    h("div", { class: "row" },
      h("button", { type: "button", class: "first", onclick: run }, "Run"),
      h("button", { type: "button", onclick: explain }, "Explain"),
      cancel,
      h("label", { class: "check" }, engine, "with the database's own plans"),
      h("span", { class: "muted" }, "Ctrl+Enter runs, Ctrl+Space completes")),
    answer,
    h("details", {}, h("summary", {}, "Earlier queries"), past),
  );
  const editor = makeEditor(editorPlace, model, { text: typed?.rql ?? query.get("rql") ?? "", className: () => select.value, run: () => run(), changed: () => edited() });
  const selection = makeEditor(selectionPlace, model, { text: typed ? typed.select ?? "" : query.get("select") ?? "", className: () => select.value, run: () => run(), changed: () => edited(),
    label: "Select", moreWords: WORDS_OF_SELECTIONS });
  edited();
  editor.refresh();
  selection.refresh();
  past.replaceChildren(...pastQueries());
  const asked = request();
  const isTypedOnly = addressOf(asked, query.has("explain") ? explained : {}) !== current;
  if (isTypedOnly) editor.focus();
  else if (query.has("explain")) await explain();
  else if (query.has("rql")) await run();
  else editor.focus();
}

function pastQueries() {
  const entries = earlierQueries();
  if (entries.length === 0) return [h("li", { class: "muted" }, "None yet.")];
  return [...entries.filter(one => one.isSaved), ...entries.filter(one => !one.isSaved)].map(entry => {
    const keep = h("button", { type: "button", "aria-pressed": String(entry.isSaved), onclick: () => {
      const isSaved = toggleSaved(entry);
      keep.setAttribute("aria-pressed", String(isSaved));
      keep.textContent = isSaved ? "Saved" : "Save";
    } }, entry.isSaved ? "Saved" : "Save");
    return h("li", {}, h("a", { href: addressOf(entry) }, textOf(entry)), " ", keep);
  });
}

/**
 * The first pages of an answer; a button reads the others behind them. A selection answers with rows of values, else each row is an object.
 *
 * @param cancellable does work with a signal that ends it
 * @param signal ends the reading of the first pages
 * @param most how many pages are read at first
 * @param readPages called with the number of pages that the button has read
 */
async function rows(asked, cancellable, signal, most, readPages) {
  const isOfValues = asked.select !== undefined;
  let page = await ask("query", asked, signal);
  let read = 1;
  const all = [...page.rows];
  const columns = page.columns;
  /** The rows of a page as elements. */
  const elements = (of, after) => isOfValues ? of.map((row, i) => h("tr", {}, row.cells.map((value, j) =>
    cellOf(columns[j], value, valueOfRow({ ...asked, after, row: i + 1, column: j + 1 }, `${columns[j].name} in row ${all.length - of.length + i + 1}`, value)))))
    : of.map(row => h("tr", {}, h("th", { scope: "row" }, link(row)), row.cells.map((value, i) => cell(row, columns[i], value))));
  const body = h("tbody", {}, elements(all, null));
  const caption = h("caption", {});
  const asTable = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Answer" },
    h("table", {}, caption, h("thead", {}, h("tr", {}, isOfValues ? [] : h("th", { scope: "col" }, "Object"), columns.map(column => h("th", { scope: "col" }, column.name, h("small", {}, column.type ?? ""))))), body));
  const asTree = h("div", { hidden: true }, isOfValues ? [] : all.map(treeNode));
  const noun = isOfValues ? "row" : "object";
  const total = () => {
    caption.textContent = `${count(all.length, noun)}${page.next === null && !page.isCut ? "" : ", and more"} in ${time(page.micros)}${page.isCut ? ". With LIMIT there are no pages; these are as many as one answer has." : ""}`;
    tell(caption.textContent);
  };
  const next = async within => {
    const after = page.next;
    page = await ask("query", { ...asked, after }, within);
    read++;
    all.push(...page.rows);
    columns.forEach((column, i) => { column.type ??= page.columns[i].type; }); // a page of a selection without values does not know it
    body.append(...elements(page.rows, after));
    if (!isOfValues) asTree.append(...page.rows.map(treeNode));
    total();
  };
  /** A button that reads pages. Until it has done so, all of them rest: each page is read once. */
  const reader = (label, failed, work) => h("button", { type: "button", onclick: async () => {
    const readers = [more, ...downloads];
    readers.forEach(button => { button.disabled = true; });
    await cancellable(work).catch(error => tell(failed + error.message));
    readers.forEach(button => { button.disabled = false; });
    more.hidden = page.next === null;
  } }, label);
  const more = reader("Show more", "", async within => {
    await next(within);
    readPages(read);
  });
  const view = h("button", { type: "button", "aria-pressed": "false", onclick: () => {
    asTree.hidden = !asTree.hidden;
    asTable.hidden = !asTree.hidden;
    view.setAttribute("aria-pressed", String(!asTree.hidden));
  } }, "As a tree");
  const download = (kind, text) => reader(`Download ${kind}`, "No file was made: ", async within => {
    while (page.next !== null && all.length < MOST_DOWNLOADED) await next(within);
    const address = URL.createObjectURL(new Blob([text()], { type: kind === "JSON" ? "application/json" : "text/csv" }));
    h("a", { href: address, download: `${asked.class}.${kind.toLowerCase()}` }).click();
    URL.revokeObjectURL(address);
    const cut = all.flatMap(row => row.cells).filter(isCut).length;
    const isWhole = page.next === null && !page.isCut && !cut;
    tell(`The file has ${count(all.length, noun)}${cut ? `, with ${count(cut, "value")} cut short` : ""}.${isWhole ? "" : " The command espalier query writes all of them."}`);
  });
  const object = row => jsonOf(isOfValues ? plainCells(row.cells, columns) : plainRow(row, columns));
  const json = () => `[\n${all.map(object).join(",\n")}\n]\n`;
  const quoted = value => {
    if (value === null || value === undefined) return "";
    const text = typeof value === "string" ? value : jsonOf(value);
    return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const csv = () => [[...isOfValues ? [] : ["class", "id"], ...columns.map(column => column.name)], ...all.map(row => isOfValues ? [...plainCells(row.cells, columns).values()] : Object.values(plainRow(row, columns)))]
    .map(line => line.map(quoted).join(",") + "\r\n").join("");
  const downloads = [download("JSON", json), download("CSV", csv)];
  total();
  while (page.next !== null && read < most) await next(signal);
  more.hidden = page.next === null;
  return [h("div", { class: "row" }, isOfValues ? [] : view, downloads), asTable, asTree, more];
}

/**
 * A value in a row of a selection. If a part of it was not sent, a button reads it again.
 *
 * @param place the query, the key of the page, and the value's place in it
 */
function valueOfRow(place, name, value) {
  return wholeElement(value, name, async () => {
    const whole = (await ask("cell", place)).value;
    if (!beginsAs(whole, value)) throw new Error("The row has changed. Run the query again.");
    return whole;
  });
}

/** An object that shows its attributes when it is opened; what it refers to can be opened in the same way. */
function treeNode(reference) {
  const inside = h("div", {});
  return h("details", { ontoggle: async event => {
    if (!event.target.open || inside.hasChildNodes()) return;
    try {
      const object = await ask("object", { class: reference.ref, id: reference.id });
      inside.append(h("p", {}, link(reference)), ...object.attributes.map(attribute => {
        if (attribute.value?.ref) return h("div", {}, h("strong", {}, `${attribute.name} `), treeNode(attribute.value));
        if (attribute.kind === "objects") return treeMembers(object, attribute);
        return h("div", {}, h("strong", {}, `${attribute.name} `), attributeElement(object, attribute.name, attribute.value));
      }));
    } catch (error) {
      if (error.name !== "AbortError") inside.append(errorBox(error));
    }
  } }, h("summary", {}, `${reference.ref} ${reference.id}${reference.label ? ` · ${reference.label}` : ""}`), inside);
}

function treeMembers(object, attribute) {
  const inside = h("div", {});
  return h("details", { ontoggle: async event => {
    if (!event.target.open || inside.hasChildNodes()) return;
    try {
      const page = await ask("members", { class: object.ref, id: object.id, attribute: attribute.name });
      inside.append(...page.objects.map(treeNode), page.next === null ? "" : h("p", { class: "muted" }, `and ${number(attribute.count - page.objects.length)} more; its page shows them`));
    } catch (error) {
      if (error.name !== "AbortError") inside.append(errorBox(error));
    }
  } }, h("summary", {}, `${attribute.name} (${number(attribute.count)})`), inside);
}
