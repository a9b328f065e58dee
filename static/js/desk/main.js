// The admin's theme under a strict Content-Security-Policy: its Alpine components, made known to Alpine's build that
// evaluates no code, and the few of its expressions that build cannot read, said another way.

/** @typedef {(...given: any[]) => Record<string, any>} Component */
/** @typedef {{ data(name: string, component: Component): void }} Alpine */

/** Functions of the theme's app.js that its pages name as components. */
const COMPONENTS = ["theme", "searchForm", "searchDropdown", "searchCommand"];

/**
 * Which attributes of which elements are said how. Left out: what is dropped.
 * @type {[string, string, string | null][]}
 */
const SAID = [
  ["form", "x-bind:action", "formAction()"],
  ["#changelist-actions", "x-bind:style", "{ width: changeListWidth + 'px' }"],
  ["#search-input-command", "x-on:keydown.enter.prevent", "selectItem(false, false)"],
  ["span", "x-on:click", "toggleSidebar()"],
  ["a", "x-on:click.prevent", null],
];
/** Only where the expression reaches for what the build gives no access to. */
const UNREADABLE = /window\.|localStorage|\bif \(|^'width: '/;

/**
 * What every page of the admin shares: the open tab and the sidebar.
 * @param {string} [tab]
 */
function desk(tab = "") {
  return {
    activeTab: opened() ?? tab,
    sidebarMobileOpen: false,
    sidebarDesktopOpen: localStorage.getItem("sidebarDesktopOpen") !== "0",
    toggleSidebar() {
      this.sidebarDesktopOpen = !this.sidebarDesktopOpen;
      localStorage.setItem("sidebarDesktopOpen", this.sidebarDesktopOpen ? "1" : "0");
    },
    /** Where a form is sent, so that the tab it was sent from is open again afterwards. */
    formAction() {
      const tabbed = this.activeTab && this.activeTab !== "general";
      return location.pathname + location.search + (tabbed ? `#${this.activeTab}` : "");
    },
  };
}

/** The tab that the address names, if the page has it. */
function opened() {
  const name = location.hash.slice(1);
  return name && document.getElementById(`${name}-group`) ? name : null;
}

for (const [selector, attribute, said] of SAID) {
  for (const element of document.querySelectorAll(selector)) {
    if (!UNREADABLE.test(element.getAttribute(attribute) ?? "")) continue;
    if (said === null) element.removeAttribute(attribute);
    else element.setAttribute(attribute, said);
  }
}

document.addEventListener("alpine:init", () => {
  /** @type {Alpine} */
  const alpine = Reflect.get(globalThis, "Alpine");
  alpine.data("desk", desk);
  for (const name of COMPONENTS) alpine.data(name, Reflect.get(globalThis, name));
});
