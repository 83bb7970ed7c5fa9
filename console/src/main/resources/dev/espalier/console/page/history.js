// The queries of before, which the browser keeps. Saved ones stay until they are no longer saved.
import { fitting } from "./places.js";

const KEY = "espalier-history";
const LONGEST = 50;
/** The letters of those that are not saved: a browser has room for a few millions. */
const LETTERS = 1_000_000;

export function earlierQueries() {
  return JSON.parse(localStorage.getItem(KEY) ?? "[]");
}

function keep(all) {
  localStorage.setItem(KEY, JSON.stringify(all));
}

const same = entry => one => one.class === entry.class && one.rql === entry.rql && one.select === entry.select;

export function remember(entry) {
  const isSame = same(entry);
  const kept = earlierQueries().find(isSame);
  const all = [{ ...entry, isSaved: kept?.isSaved ?? false }, ...earlierQueries().filter(one => !isSame(one))];
  const recent = new Set(fitting(all.slice(0, LONGEST).filter(one => !one.isSaved), LETTERS));
  keep(all.filter(one => one.isSaved || recent.has(one)));
}

/** Saves a query, or no longer. Returns whether it is saved now. */
export function toggleSaved(entry) {
  const all = earlierQueries();
  const found = all.find(same(entry)) ?? { ...entry, isSaved: false }; // another tab may have pushed it out
  found.isSaved = !found.isSaved;
  keep(all.includes(found) ? all : [found, ...all]);
  return found.isSaved;
}

/** Another person may use the browser next. */
export function forgetUnsaved() {
  keep(earlierQueries().filter(one => one.isSaved));
}
