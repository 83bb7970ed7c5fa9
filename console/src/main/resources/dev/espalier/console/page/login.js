// The pages for a browser that is not admitted: one asks for the password, if the console has one; the other one explains the link.
import { errorBox, h, show, tell } from "./dom.js";
import { logIn } from "./server.js";

export function logInPage(again) {
  const form = logInForm(async () => {
    await again();
    document.getElementById("main").focus({ preventScroll: true });
  });
  show(h("h1", {}, "Log in"), form.element);
  tell("");
  form.focus();
}

/**
 * Asks for the password.
 *
 * @param again what is done once somebody is logged in
 */
export function logInForm(again) {
  const problem = h("div", {});
  const password = h("input", { type: "password", name: "password", autocomplete: "current-password", required: true, autofocus: true });
  const button = h("button", { type: "submit", class: "first" }, "Log in");
  const element = h("div", {}, problem,
    h("form", { class: "row", onsubmit: async event => {
      event.preventDefault();
      button.disabled = true;
      problem.replaceChildren();
      tell("Logging in", true);
      try {
        await logIn(password.value);
        await again();
      } catch (error) {
        button.disabled = false;
        problem.replaceChildren(errorBox(error));
        tell("Not logged in");
        password.select();
      }
    } }, h("label", {}, "Password of the console", password), button));
  return { element, focus: () => password.focus() };
}

export function linkPage() {
  show(h("h1", {}, "A link is needed"),
    h("p", {}, "This browser has opened no link of this console, or the console was started again."),
    h("p", {}, "Each link works once, for one browser. After its use the console prints another one: open the last link that it has printed. A bookmark of the page works in this browser then, until the console ends. If the console always gets the same port (--port), the bookmark leads to the next one, too, once its link was opened."));
  tell("");
}
