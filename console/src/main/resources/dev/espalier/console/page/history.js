// The queries of before, which the browser keeps. Saved ones stay until they are no longer saved.
const KEY = "espalier-history";
const LONGEST = 50;

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
  keep(all.filter((one, i) => one.isSaved || i < LONGEST));
}

/** Saves a query, or no longer. Returns whether it is saved now. */
export function toggleSaved(entry) {
  const all = earlierQueries();
  const found = all.find(same(entry));
  found.isSaved = !found.isSaved;
  keep(all);
  return found.isSaved;
}

/** Another person may use the browser next. */
export function forgetUnsaved() {
  keep(earlierQueries().filter(one => one.isSaved));
}
