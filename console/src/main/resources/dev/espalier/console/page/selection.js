// The text of a selection: its columns, and texts with one more or without some of them. The server reads the whole grammar; here only columns that are plain paths count.

const TOKEN = /'(?:[^']|'')*'?|[\p{L}_$][\p{L}\p{N}_$]*|\d+(?:\.\d+)?|\S/gu;
const isWord = token => token !== undefined && /^[\p{L}_$]/u.test(token.text);
const is = (token, word) => token !== undefined && token.text.toUpperCase() === word;
/** Whether a token ends a formula, so that a word behind it is none of it. */
const endsFormula = token => token !== undefined && /^[\p{L}_$'\d)\]}*]/u.test(token.text);

function tokens(text) {
  return [...text.matchAll(TOKEN)].map(found => ({ text: found[0], from: found.index, to: found.index + found[0].length }));
}

/** Whether a token is the AS before a name, and not a field that is called so. */
const isAs = (all, i) => is(all[i], "AS") && endsFormula(all[i - 1]) && isWord(all[i + 1]) && !isAs(all, i - 1);

/** Whether HAVING, ORDER BY or LIMIT begins at a place. None of the words is reserved: each of them may be a name. */
function isClause(all, i) {
  if (!endsFormula(all[i - 1]) || isAs(all, i - 1)) return false;
  return is(all[i], "HAVING") || is(all[i], "ORDER") && is(all[i + 1], "BY") || is(all[i], "LIMIT");
}

function isDistinct(all) {
  if (all[0]?.text === "DISTINCT" && (all.length === 1 || isClause(all, 1))) return true; // its columns were removed
  if (!is(all[0], "DISTINCT") || all.length < 2) return false;
  return (isWord(all[1]) || /^['\d(]/.test(all[1].text)) && !isAs(all, 1) && !isClause(all, 1);
}

/** The path and the name of a column; of one that is no plain path both are null. */
function columnOf(own) {
  const isNamed = own.length > 2 && is(own[own.length - 2], "AS");
  const path = isNamed ? own.slice(0, -2) : own;
  const isPath = path.length % 2 === 1 && path.every((token, i) => i % 2 === 0 ? isWord(token) : token.text === ".");
  return { path: isPath ? path.map(token => token.text).join("") : null, name: isNamed ? own[own.length - 1].text : isPath ? path[path.length - 1].text : null };
}

/**
 * The columns of a selection.
 *
 * @returns each with its path and its name, both null if it is no plain path, and the places where it begins and ends; empty of a text without columns
 */
export function columnsOf(text) {
  const all = tokens(text);
  const first = isDistinct(all) ? 1 : 0;
  const columns = [];
  const open = []; // brackets, and CASE until its END
  let own = [];
  let end = text.trimEnd().length;
  const close = at => columns.push({ ...columnOf(own), from: own[0]?.from ?? at, to: own[own.length - 1]?.to ?? at });
  for (let i = first; i < all.length; i++) {
    const token = all[i];
    if (open.length === 0 && (isClause(all, i) || i === first && isLonelyClause(all, i))) {
      end = text.slice(0, token.from).trimEnd().length;
      break;
    }
    if (open.length === 0 && token.text === ",") {
      close(token.from);
      own = [];
      if (i === all.length - 1) close(end);
      continue;
    }
    if ("([{".includes(token.text) || is(token, "CASE") && is(all[i + 1], "WHEN")) open.push(token);
    if (")]}".includes(token.text) || is(token, "END") && is(open[open.length - 1], "CASE")) open.pop();
    own.push(token);
  }
  if (own.length > 0) close(end);
  return columns;
}

/** Whether a clause begins at the place of the first column, because there is none before it any more. */
function isLonelyClause(all, i) {
  return is(all[i], "ORDER") && is(all[i + 1], "BY") && isWord(all[i + 2]) || is(all[i], "LIMIT") && /^\d/.test(all[i + 1]?.text ?? "")
    || is(all[i], "HAVING") && isWord(all[i + 1]) && !is(all[i + 1], "AS") && !isClause(all, i + 1);
}

/** The same selection with one more column, which has a name of its own if another column is called like it. */
export function withColumn(text, path) {
  const columns = columnsOf(text);
  const names = new Set(columns.map(column => column.name));
  const last = path.slice(path.lastIndexOf(".") + 1);
  const long = path.replaceAll(".", "_");
  let name = names.has(last) ? long : last;
  for (let i = 2; names.has(name); i++) name = `${long}_${i}`;
  const column = name === last ? path : `${path} AS ${name}`;
  const end = columns[columns.length - 1];
  if (end === undefined) return placed(text, isDistinct(tokens(text)) ? tokens(text)[0].to : 0, "", column);
  return placed(text, end.to, end.from === end.to ? "" : ",", column); // a missing one stands behind a comma
}

function placed(text, at, mark, column) {
  return [text.slice(0, at).trimEnd() + mark, column, text.slice(at).trimStart()].filter(part => part !== "").join(" ");
}

/** The same selection without the columns that are a path. The last one goes first, so the places of those before it stay. */
export function withoutColumn(text, path) {
  const columns = columnsOf(text);
  let rest = text;
  let next = null; // where the column behind begins
  for (let i = columns.length - 1; i >= 0; i--) {
    const one = columns[i];
    if (one.path !== path) {
      next = one.from;
      continue;
    }
    const [from, to] = next !== null ? [one.from, next] : i > 0 ? [columns[i - 1].to, one.to] : [one.from, one.to];
    rest = rest.slice(0, from) + (from === 0 ? rest.slice(to).trimStart() : rest.slice(to));
    if (next !== null) next = from;
  }
  return rest !== text && rest.trim() === "DISTINCT" ? "" : rest;
}
