// The console's interface. The token comes with the link, in the fragment, which browsers do not send; it is kept for this tab and sent as a header.

const KEPT = "espalier-token";

/** Takes the token out of the address, so that a shared address admits nobody. */
export function takeToken() {
  const found = /^#token=([\w-]+)/.exec(location.hash);
  if (found) {
    sessionStorage.setItem(KEPT, found[1]);
    history.replaceState(null, "", location.pathname + "#/model");
  }
}

/** Changes the password for a token. The page forgets the password. */
export async function logIn(password) {
  sessionStorage.setItem(KEPT, (await ask("login", { password })).token);
}

export async function logOut() {
  await ask("logout");
  sessionStorage.clear();
}

export class ConsoleError extends Error {
  constructor({ code, message, position, conflicts }) {
    super(message);
    this.code = code;
    this.position = position;
    this.conflicts = conflicts;
  }
}

/** Asks one operation. Leaving a page aborts what it has asked: the server then cancels the statement. */
export async function ask(operation, request = {}, signal = pageSignal()) {
  let response;
  try {
    response = await fetch("/api/" + operation, {
      method: "POST", signal, cache: "no-store", credentials: "omit",
      headers: { "Content-Type": "application/json", "X-Espalier-Token": sessionStorage.getItem(KEPT) ?? "" },
      body: JSON.stringify(request),
    });
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new ConsoleError({ code: "stopped", message: "The console does not answer. Was it stopped?" });
  }
  const answer = JSON.parse(await response.text());
  if (answer.error) {
    throw new ConsoleError(answer.error.code === "forbidden"
      ? { code: "forbidden", message: "This tab has no valid token. Open the link that the console printed." } : answer.error);
  }
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
