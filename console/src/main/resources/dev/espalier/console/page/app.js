// The entry: takes the key, reads the model, and shows the page that the address names. Every state has an address.
import { changesPage, showCount } from "./changes.js";
import { editPage } from "./edit.js";
import { errorBox, h, show, tell } from "./dom.js";
import { graphPage } from "./graph.js";
import { healthPage } from "./health.js";
import { linkPage, logInPage } from "./login.js";
import { Model, modelPage } from "./model.js";
import { objectPage } from "./object.js";
import { entry, keepPlace, place } from "./places.js";
import { queryPage } from "./query.js";
import { ask, leavePage, logOut, takeKey } from "./server.js";

const PAGES = { model: modelPage, query: queryPage, object: objectPage, graph: graphPage, health: healthPage, edit: editPage, changes: changesPage };
const NAVIGATION = [["model", "Model"], ["query", "Query"], ["health", "Health"]];

let model = null;

function showNavigation(current) {
  const pages = [...NAVIGATION, ...(model?.isWritable ? [["changes", "Changes"]] : [])];
  document.getElementById("pages").replaceChildren(h("ul", {}, pages.map(([page, title]) =>
    h("li", {}, h("a", { href: `#/${page}`, "aria-current": page === current ? "page" : null }, title))),
    model?.hasLogIn ? h("li", {}, h("button", { type: "button", onclick: leave }, "Log out")) : null));
  document.getElementById("database").textContent = model === null ? "" : `${model.database} (${change(model)})`;
  document.getElementById("place").textContent = model?.place ?? "";
  document.title = [`${current[0].toUpperCase()}${current.slice(1)}`, ...(model === null ? [] : [model.database]), "Espalier console"].join(" – ");
  showCount();
}

function change({ isWritable, readOnlyReason }) {
  if (isWritable) return "can be changed";
  return readOnlyReason === null ? "read only" : `cannot be changed: ${readOnlyReason}`;
}

/** What the tab keeps goes, too: the next one at this machine is somebody else. */
async function leave() {
  await logOut().catch(error => tell(error.message));
  location.reload();
}

/** Whether another program has changed the schema. The model that the page has stays in use while the console does not answer. */
async function isOutdated(of) {
  try {
    return (await ask("schema")).schema !== of.schema;
  } catch (error) {
    if (error.code === "stopped") return false;
    throw error;
  }
}

let shownPages = 0;
let settled = null; // the entry of the history whose page stands; scrolling before or behind it is what the change of pages does

async function showPage() {
  const mine = ++shownPages;
  leavePage();
  settled = null;
  const { scroll = 0 } = place();
  const [path, query = ""] = location.hash.slice(1).split(/\?(.*)/s);
  const [, name = "model", ...parts] = path.split("/");
  const current = name in PAGES ? name : "model";
  showNavigation(current);
  try {
    if (model === null || current === "model" || await isOutdated(model)) {
      model = new Model(await ask("model"));
      showNavigation(current);
    }
    tell("");
    await PAGES[current](model, parts.map(decodeURIComponent), new URLSearchParams(query));
    if (mine !== shownPages) return;
    scrollTo(0, scroll);
    settled = entry();
    document.body.dataset.shown = location.hash; // tests wait for it
  } catch (error) {
    if (mine !== shownPages) return; // a newer page is shown
    if (error.code === "login-required" || error.code === "link-required") {
      model = null; // whoever is not admitted sees nothing of the database
      showNavigation(current);
    }
    if (error.code === "login-required") {
      logInPage(showPage);
      document.body.dataset.shown = "login";
    } else if (error.code === "link-required") {
      linkPage();
      document.body.dataset.shown = "link";
    } else if (error.name !== "AbortError") {
      show(errorBox(error));
      tell("");
    }
  }
}

history.scrollRestoration = "manual";
addEventListener("scroll", () => { if (settled === entry()) keepPlace({ scroll: scrollY }); });
addEventListener("hashchange", async () => {
  await takeKey();
  await showPage();
  const main = document.getElementById("main");
  if (!main.contains(document.activeElement)) main.focus({ preventScroll: true });
});
await takeKey();
showPage();
