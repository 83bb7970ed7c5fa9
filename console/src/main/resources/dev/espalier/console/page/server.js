// The console's interface. A cookie, which scripts do not see, and its key admit to it. Browsers send a cookie to all ports of a host, the key to this one only.
import { forgetUnsaved } from "./history.js";

const KEPT = "espalier-key";

/**
 * Takes the key out of the address; all tabs of the browser have it. Any page can lead a browser to an address with a wrong one, which must not take the place
 * of one that admits.
 */
export async function takeKey() {
  const found = /^#key=([\w-]+)/.exec(location.hash);
  if (!found) return;
  history.replaceState(null, "", location.pathname + "#/model");
  if (localStorage.getItem(KEPT) === null || await admits(found[1])) localStorage.setItem(KEPT, found[1]);
}

async function admits(key) {
  try {
    await ask("model", {}, new AbortController().signal, key);
    return true;
  } catch (error) {
    return !["link-required", "login-required"].includes(error.code);
  }
}

/** Changes the password for a cookie. The page forgets the password. */
export async function logIn(password) {
  localStorage.setItem(KEPT, (await ask("login", { password })).key);
}

export async function logOut() {
  try {
    await ask("logout");
  } finally { // another tab may have logged out, or time: what was typed here goes all the same
    localStorage.removeItem(KEPT);
    forgetUnsaved();
    sessionStorage.clear();
  }
}

export class ConsoleError extends Error {
  constructor({ code, message, position, isOfSelection, conflicts }) {
    super(message);
    this.code = code;
    this.position = position;
    this.isOfSelection = isOfSelection === true;
    this.conflicts = conflicts;
  }
}

/** Asks one operation. Leaving a page aborts what it has asked: the server then cancels the statement. */
export async function ask(operation, request = {}, signal = pageSignal(), key = localStorage.getItem(KEPT) ?? "") {
  let response;
  try {
    response = await fetch("/api/" + operation, {
      method: "POST", signal, cache: "no-store", credentials: "same-origin",
      headers: { "Content-Type": "application/json", "X-Espalier-Key": key },
      body: JSON.stringify(request),
    });
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new ConsoleError({ code: "stopped", message: "The console does not answer. Was it stopped?" });
  }
  const answer = JSON.parse(await response.text());
  signal.throwIfAborted(); // nobody wants it any more
  if (answer.error) throw new ConsoleError(answer.error);
  return answer;
}

let leaving = new AbortController();

/** Aborts what the page before has asked. */
export function leavePage() {
  leaving.abort();
  leaving = new AbortController();
}

export function pageSignal() {
  return leaving.signal;
}
