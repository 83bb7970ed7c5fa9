// What was written in the form of an object and is not in the change set yet. Kept for this tab: it outlives the page, a reload and a log-in.
const KEPT = "espalier-drafts";
const MOST = 20;

function drafts() {
  return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
}

/** What was written for an object, or for a new one; null if nothing was. */
export function draft(name) {
  return drafts().find(one => one.name === name) ?? null;
}

export function dropDraft(name) {
  sessionStorage.setItem(KEPT, JSON.stringify(drafts().filter(one => one.name !== name)));
}

/**
 * Keeps what was written.
 *
 * @param seen the values that were read
 * @param version of the object as it was read
 * @param written the values of the form
 */
export function keepDraft(name, seen, version, written) {
  sessionStorage.setItem(KEPT, JSON.stringify([...drafts().filter(one => one.name !== name), { name, seen, version, written }].slice(-MOST)));
}
