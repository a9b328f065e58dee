/** Lets node find what the browser's import map names: `@app/…` under static/js, the libraries under static/vendor. */
import { registerHooks } from "node:module";

/** @type {Record<string, string>} */
const VENDOR = {
  preact: "preact",
  "preact/hooks": "preact-hooks",
  htm: "htm",
  "htm/preact": "htm-preact",
  "@preact/signals": "signals",
  "@preact/signals-core": "signals-core",
};

registerHooks({
  resolve(specifier, context, next) {
    const library = VENDOR[specifier];
    if (library) return next(new URL(`../../static/vendor/${library}.js`, import.meta.url).href, context);
    if (!specifier.startsWith("@app/")) return next(specifier, context);
    return next(new URL(`../../static/js/${specifier.slice(5)}.js`, import.meta.url).href, context);
  },
});
