import type { Plugin } from 'vite';

/**
 * Vite plugin that serves modules which do not exist as files. Their ids start with `prefix`; `load` gets the rest of
 * the id and returns the code.
 */
export const virtualModulesPlugin = (
  name: string,
  prefix: string,
  load: (path: string) => Promise<string>,
): Plugin => ({
  name,
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load: (id) => (id.startsWith(`\0${prefix}`) ? load(id.slice(prefix.length + 1)) : undefined),
});
