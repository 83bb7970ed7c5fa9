// What the browser's Back brings again: for each entry of its history the place on the page, and what was typed. Kept for this tab.
const KEPT = "espalier-places";
const MOST = 50;
/** The letters of all of them: a browser has room for a few millions, which the change set needs, too. */
const LETTERS = 1_000_000;

function places() {
  return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
}

/** A name for the current entry. An entry that is reached by a link has none yet. */
export function entry() {
  if (!history.state?.entry) history.replaceState({ entry: `${Date.now()} ${Math.random()}` }, "");
  return history.state.entry;
}

/** What is kept for the current entry. */
export function place() {
  return places().find(one => one.entry === entry()) ?? {};
}

export function keepPlace(more) {
  const kept = { ...place(), ...more, entry: entry() };
  sessionStorage.setItem(KEPT, JSON.stringify(fitting([kept, ...places().filter(one => one.entry !== kept.entry).reverse()].slice(0, MOST), LETTERS).reverse()));
}

/** The first of some things, as far as their text has so many letters. */
export function fitting(all, letters) {
  let left = letters;
  return all.filter(one => {
    left -= JSON.stringify(one).length;
    return left >= 0;
  });
}
