/** `.ts` in a checkout, which Node runs as it is; `.js` in the compiled package. For files that are named at run time. */
export const MODULE_EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
