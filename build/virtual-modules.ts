import type { Plugin } from 'vite';

/** Vite plugin that serves modules that are not files: their ids start with `prefix`, and `load` gets the rest. */
export const virtualModules = (name: string, prefix: string, load: (path: string) => Promise<string>): Plugin => ({
  name,
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load: (id) => (id.startsWith(`\0${prefix}`) ? load(id.slice(prefix.length + 1)) : undefined),
});
