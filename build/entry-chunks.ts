import type { Plugin } from 'vite';
import { firstScreens } from './entry-routes.ts';
import { reach } from './transitive-closure.ts';

// Left to itself the bundler gives each set of screens that share a module a file of its own: a first screen would be
// fifty files, of a few hundred bytes most of them, each named by the one before.

const chunks = new Map<string, string>();

/**
 * Modules of one screen alone, those of them that other screens want too, and what several first screens share. What a
 * module imports is needed by as many screens or more, so chunks never import each other in a circle.
 */
function nameOf(id: string, screens: readonly string[], isWantedElsewhere: boolean): string {
  // Each is tiny, and most screens want one or another of them.
  if (id.includes('/icons/')) return 'icons';
  if (screens.length > 1) return `first-${screens.join('-')}`;
  return `${screens[0]}-${isWantedElsewhere ? 'parts' : 'screen'}`;
}

/** The chunk of a module that a first screen needs; null for all others. */
export const firstChunk = (id: string): string | null => chunks.get(id) ?? null;

/** Finds out what the first screens need. */
export function firstChunks(): Plugin {
  return {
    name: 'haversack-first-chunks',
    apply: 'build',
    buildEnd(error) {
      if (error) return;
      chunks.clear();
      const ids = [...this.getModuleIds()];
      const imports = (id: string) => this.getModuleInfo(id)?.importedIds ?? [];
      const initial = reach(
        ids.filter((id) => this.getModuleInfo(id)?.isEntry),
        imports,
      );
      const screens = Object.entries(firstScreens).map(([name, path]) => {
        const screen = ids.filter((id) => id.endsWith(`/${path}`));
        return { name, screen, parts: reach(screen, imports) };
      });
      const first = new Set(screens.flatMap(({ screen }) => screen));
      const late = ids.filter((id) => this.getModuleInfo(id)?.dynamicImporters.length && !first.has(id));
      const elsewhere = reach(late, imports);
      for (const id of ids) {
        const names = screens.filter(({ parts }) => parts.has(id)).map(({ name }) => name);
        if (names.length > 0 && !initial.has(id)) chunks.set(id, nameOf(id, names, elsewhere.has(id)));
      }
    },
  };
}
