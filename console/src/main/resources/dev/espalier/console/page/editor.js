// The editor of RQL: colours, completion of paths, and mistakes at their place.
/* global CodeMirror */
import { h } from "./dom.js";

const WORDS = ["AND", "OR", "NOT", "ANY", "ALL", "NO", "COUNT", "SUM", "MIN", "MAX", "AVG", "IN", "IS", "NULL", "EMPTY", "MATCH", "MERGE", "ORDER", "BY", "ASC", "DESC",
  "LIMIT", "OFFSET", "TRUE", "FALSE", "IGNORE", "CASE"];

/** The words of a selection beside those. */
export const WORDS_OF_SELECTIONS = ["AS", "DISTINCT", "HAVING", "WHEN", "THEN", "ELSE", "END"];

function modeOf(moreWords) {
  const name = ["rql", ...moreWords].join(" ");
  if (CodeMirror.modes[name]) return name;
  CodeMirror.defineSimpleMode(name, {
    start: [
      { regex: /'(?:[^']|'')*'?/, token: "string" },
      { regex: new RegExp(`(?:${[...WORDS, ...moreWords].join("|")})\\b`, "i"), token: "keyword" },
      { regex: /:[\p{L}_]\w*|\?/u, token: "variable-2" },
      { regex: /[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/, token: "number" },
      { regex: /[\p{L}_$][\p{L}\p{N}_$]*/u, token: "variable" },
      { regex: /[<>=!+*{}[\]]+/, token: "operator" },
    ],
  });
  return name;
}

/** The class that a path leads to from a class; null if it leads to none. A leading "<" walks a relation backwards. */
export function classBehind(model, className, path) {
  let current = className;
  const steps = path.replace(/\[[^\]]*\]|[+*]|\{[^}]*\}/g, "").split(".").filter(step => step !== "");
  for (let i = 0; i < steps.length && current; i++) {
    if (steps[i].startsWith("<")) {
      current = steps[i].slice(1);
      i++; // the attribute behind the class
    } else {
      current = model.attributesBelow(current).find(attribute => attribute.name === steps[i])?.target ?? null;
    }
  }
  return current;
}

/** The path that groups around a place have opened: of "cars(x = 1, wheels(" it is "cars.wheels". */
export function openGroups(text) {
  const open = [];
  let inText = false;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "'") inText = !inText;
    if (inText) continue;
    if (text[i] === "(") open.push(/[<\p{L}_$][\p{L}\p{N}_$.<+*[\]{}]*$/u.exec(text.slice(0, i))?.[0] ?? "");
    if (text[i] === ")") open.pop();
  }
  return open.filter(path => path !== "" && !WORDS.includes(path.toUpperCase())).join(".");
}

/** What may stand at the end of a text: names, each with what it is; and words, of which a selection has more. */
export function completions(model, className, text, moreWords = []) {
  const path = /[<\p{L}_$][\p{L}\p{N}_$.<+*[\]{}]*$/u.exec(text)?.[0] ?? "";
  const dot = path.lastIndexOf(".");
  const begun = path.slice(dot + 1);
  const base = [openGroups(text), dot < 0 ? "" : path.slice(0, dot)].filter(part => part !== "").join(".");
  if (begun.startsWith("<")) {
    const here = classBehind(model, className, base) ?? className;
    return { begun, found: model.relationsTo(here).map(relation => ({ text: `<${relation.owner}.${relation.name}`, kind: "backwards" })).filter(one => one.text.startsWith(begun)) };
  }
  const inverse = /<([\p{L}\p{N}_$]+)$/u.exec(base);
  const type = inverse ? inverse[1] : classBehind(model, className, base);
  const names = type === null ? [] : [...model.attributesBelow(type).map(attribute => ({ text: attribute.name, kind: attribute.type })), { text: "id", kind: "long" }];
  const words = dot < 0 ? [...WORDS, ...moreWords].map(word => ({ text: word, kind: "" })) : [];
  return { begun, found: [...names, ...words].filter(one => one.text.toLowerCase().startsWith(begun.toLowerCase()) && one.text !== begun) };
}

/**
 * Makes an editor in a place.
 *
 * @param label what it is called
 * @param moreWords words beside those of RQL
 */
export function makeEditor(place, model, { text, className, run, changed, label = "Query in RQL", moreWords = [] }) {
  const editor = CodeMirror(place, {
    value: text, mode: modeOf(moreWords), lineWrapping: true, matchBrackets: true, inputStyle: "contenteditable", scrollbarStyle: "null", autofocus: false,
    extraKeys: { "Ctrl-Enter": run, "Cmd-Enter": run, "Ctrl-Space": "autocomplete", Tab: false, "Shift-Tab": false },
    hintOptions: {
      completeSingle: false,
      hint: () => {
        const cursor = editor.getCursor();
        const before = editor.getRange({ line: 0, ch: 0 }, cursor);
        const { begun, found } = completions(model, className(), before, moreWords);
        return {
          from: { line: cursor.line, ch: cursor.ch - begun.length }, to: cursor,
          list: found.slice(0, 60).map(one => ({
            text: one.text,
            render: element => element.append(one.text, h("span", { class: "muted" }, one.kind ? `  ${one.kind}` : "")),
          })),
        };
      },
    },
  });
  editor.getInputField().setAttribute("aria-label", label);
  editor.on("change", (instance, change) => {
    changed();
    const isTyped = /^(\+input|\*compose)/.test(change.origin ?? "");
    if (isTyped && /[\p{L}.<]$/u.test(change.text.join(""))) instance.showHint();
  });
  let marked = null;
  return {
    text: () => editor.getValue(),
    setText: value => editor.setValue(value),
    focus: () => editor.focus(),
    refresh: () => editor.refresh(),
    /** Marks a mistake; the position counts from 1, null removes the mark. */
    mark(position) {
      marked?.clear();
      marked = null;
      if (position) {
        const from = editor.posFromIndex(position - 1);
        const length = /^[\p{L}\p{N}_$]+|^'[^']*'?|^./u.exec(editor.getValue().slice(position - 1))?.[0].length ?? 0;
        marked = length > 0 ? editor.markText(from, editor.posFromIndex(position - 1 + length), { className: "wrong" })
          : editor.setBookmark(from, { widget: h("span", { class: "wrong" }, " ") });
      }
    },
  };
}
