import type { Plugin, Rolldown } from 'vite';
import { commonParts, earlyParts, entryRoutes } from './entry-routes.ts';
import { transitiveClosure } from './transitive-closure.ts';

// By default, the bundler creates one chunk for each set of screens that share a module. An entry screen would then
// load fifty files, most of them a few hundred bytes long, and the browser would discover each file only after it has
// loaded the file that imports it. This plugin groups the modules of the entry screens, and those of the parts that
// many screens load, into a few chunks.

const chunks = new Map<string, string>();

/**
 * Returns the name of the chunk for a module that entry screens need. The name depends on which entry screens need the
 * module, and on whether lazily loaded screens need it too. Chunks never form an import cycle, because the imports of a
 * module are needed by at least the same screens as the module.
 */
function nameOf(id: string, screens: readonly string[], isNeededLazily: boolean): string {
  // Icons share one chunk, because each is tiny and most screens need some of them. Icons that only the login screen
  // needs have their own chunk, because they would delay the first screen of a user who is logged in.
  if (id.includes('/icons/')) return screens.join() === 'login' ? 'login-icons' : 'icons';
  // The name consists only of the initials of the screens, because the code of the first screens contains it.
  if (screens.length > 1) return `first-${screens.map(([letter]) => letter).join('')}`;
  return `${screens[0]}-${isNeededLazily ? 'parts' : 'screen'}`;
}

/** Maximum number of characters of a module in the shared chunk. Larger modules stay in their own chunks. */
const MAX_SHARED_CHARS = 4000;

const isOwnModule = (id: string): boolean => /\/(src|contract)\/[^?]+\.tsx?$|\/@tabler\/icons-react\//.test(id);

const isStyle = (id: string): boolean => /\.css(\?|$)/.test(id);

/** The part of the bundler's module information that is used here. */
type ModuleInfo = Pick<
  NonNullable<ReturnType<Rolldown.PluginContext['getModuleInfo']>>,
  'code' | 'importers' | 'dynamicImporters' | 'importedIds'
>;

/**
 * Returns the small modules that lazily loaded screens share. They become one chunk, because the service worker needs
 * more time for each file than for the few bytes in it. Modules that import a large module, directly or transitively,
 * are left out: otherwise every screen would load the large module. The chunk also contains the imports of the returned
 * modules: in the chunk of a screen they would create an import cycle, in which a module may run before the modules
 * that it imports.
 */
export function sharedModules(
  infoOf: (id: string) => ModuleInfo | null,
  ids: readonly string[],
  isLoaded: (id: string) => boolean,
): string[] {
  const isSmall = (id: string): boolean => {
    const info = infoOf(id);
    return isOwnModule(id) && info?.dynamicImporters.length === 0 && (info.code ?? '').length <= MAX_SHARED_CHARS;
  };
  const importersOf = (id: string) => infoOf(id)?.importers ?? [];
  // The modules that are large or that import a large module, directly or transitively. Modules that an entry screen
  // loads are never among them, because their imports are loaded with the entry screen too.
  const loadingLarge = transitiveClosure(
    ids.filter((id) => !isLoaded(id) && !isSmall(id)),
    importersOf,
  );
  const roots = ids.filter((id) => !isLoaded(id) && !loadingLarge.has(id) && importersOf(id).length > 1);
  const needed = transitiveClosure(roots, (id) => infoOf(id)?.importedIds ?? []);
  return ids.filter((id) => !isLoaded(id) && needed.has(id));
}

/** Returns the chunk name of a module that an entry screen needs; null for all other modules. */
export const entryChunk = (id: string): string | null => chunks.get(id) ?? null;

/** Vite plugin that assigns the modules of the entry screens to chunks. */
export function entryChunksPlugin(): Plugin {
  return {
    name: 'haversack-entry-chunks',
    apply: 'build',
    buildEnd(error) {
      if (error) return;
      chunks.clear();
      const ids = [...this.getModuleIds()];
      const imports = (id: string) => this.getModuleInfo(id)?.importedIds ?? [];
      const entryModules = transitiveClosure(
        ids.filter((id) => this.getModuleInfo(id)?.isEntry),
        imports,
      );
      const screens = Object.entries(entryRoutes).map(([name, path]) => {
        const screen = ids.filter((id) => id.endsWith(`/${path}`));
        return { name, screen, parts: transitiveClosure(screen, imports) };
      });
      const screenModules = new Set(screens.flatMap(({ screen }) => screen));
      const lazyModules = ids.filter((id) => this.getModuleInfo(id)?.dynamicImporters.length && !screenModules.has(id));
      const lazilyNeeded = transitiveClosure(lazyModules, imports);
      const login = screens.find(({ name }) => name === 'login')?.parts;
      for (const id of ids) {
        // The page itself shows the login screen on a first visit, so its styles belong to those of the page.
        if (entryModules.has(id) || (isStyle(id) && login?.has(id))) chunks.set(id, 'app');
        const names = screens.filter(({ parts }) => parts.has(id)).map(({ name }) => name);
        if (names.length > 0 && !chunks.has(id)) chunks.set(id, nameOf(id, names, lazilyNeeded.has(id)));
      }
      const isLoaded = (id: string) => chunks.has(id);
      /** Returns the modules of a part that are not in a chunk yet. */
      const remaining = (files: readonly string[]): string[] => {
        const roots = ids.filter((id) => files.some((file) => id.endsWith(`/${file}`)));
        return [...transitiveClosure(roots, imports)].filter((id) => !isLoaded(id));
      };
      for (const [name, files] of Object.entries(earlyParts)) for (const id of remaining(files)) chunks.set(id, name);
      for (const id of sharedModules((moduleId) => this.getModuleInfo(moduleId), ids, isLoaded))
        chunks.set(id, 'shared');
      for (const [name, files] of Object.entries(commonParts))
        // All styles of lazily loaded screens are in one chunk; see vite.config.ts.
        for (const id of remaining(files).filter((module) => !isStyle(module))) chunks.set(id, name);
    },
  };
}
