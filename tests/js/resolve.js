/** Lets node find `@app/…` where the browser's import map does: under static/js. */
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith("@app/")) return next(specifier, context);
    return next(new URL(`../../static/js/${specifier.slice(5)}.js`, import.meta.url).href, context);
  },
});
