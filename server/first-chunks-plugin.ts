import type { Plugin, Rolldown } from 'vite';
import { firstScreens } from './first-screens.ts';

// Left to itself the bundler gives each set of screens that share a module a file of its own: a first screen would be
// fifty files, of a few hundred bytes most of them, each named by the one before.

const chunks = new Map<string, string>();

/** A module with all that it imports at once. */
function closure(context: Rolldown.PluginContext, id: string, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const next of context.getModuleInfo(id)?.importedIds ?? []) closure(context, next, seen);
  return seen;
}

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
      const needed = new Map<string, string[]>();
      const elsewhere = new Set<string>();
      const initial = new Set<string>();
      for (const id of this.getModuleIds()) {
        const name = Object.entries(firstScreens).find(([, path]) => id.endsWith(`/${path}`))?.[0];
        const info = this.getModuleInfo(id);
        if (name) for (const part of closure(this, id)) needed.set(part, [...(needed.get(part) ?? []), name]);
        else if (info?.isEntry) closure(this, id, initial);
        else if (info?.dynamicImporters.length) closure(this, id, elsewhere);
      }
      for (const [id, names] of needed)
        if (!initial.has(id)) chunks.set(id, nameOf(id, names.toSorted(), elsewhere.has(id)));
    },
  };
}
