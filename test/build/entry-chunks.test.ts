import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entryChunk, entryChunksPlugin, sharedModules } from '../../build/entry-chunks-plugin.ts';
import { commonParts, earlyParts, entryRoutes } from '../../build/entry-routes.ts';

interface Module {
  imports?: string[];
  /** Size of the source in characters. */
  size?: number;
}

const SCREENS = ['/src/one.tsx', '/src/two.tsx'];

interface Loading {
  /** Modules that the entry screens have loaded. */
  loaded?: string[];
  /** Modules that are loaded lazily. */
  lazy?: string[];
}

/** Returns the modules that go into the shared chunk of an app with these modules. */
function sharedModulesOf(modules: Record<string, Module>, { loaded = [], lazy = [] }: Loading = {}): string[] {
  const ids = Object.keys(modules);
  const infoOf = (id: string) => ({
    code: 'x'.repeat(modules[id]?.size ?? 100),
    importers: ids.filter((importer) => modules[importer]?.imports?.includes(id)),
    importedIds: modules[id]?.imports ?? [],
    dynamicImporters: lazy.includes(id) ? ['/src/router.tsx'] : [],
  });
  return sharedModules(infoOf, ids, (id) => loaded.includes(id));
}

/** Same as `sharedModulesOf`, with two large screens that import the first of `modules`. */
function sharedModulesOfTwoScreens(modules: Record<string, Module>, loading?: Loading): string[] {
  const screen = { imports: [Object.keys(modules)[0]!], size: 9000 };
  return sharedModulesOf({ [SCREENS[0]!]: screen, [SCREENS[1]!]: screen, ...modules }, loading);
}

describe('the shared chunk of lazily loaded screens', () => {
  it.each(['/src/a.ts', '/src/a.tsx', '/contract/a.ts', '/node_modules/@tabler/icons-react/a.mjs'])(
    'the shared chunk contains %s if two screens import it',
    (id) => {
      expect(sharedModulesOfTwoScreens({ [id]: {} })).toEqual([id]);
    },
  );

  it('the shared chunk contains no module that only one screen imports', () => {
    const screen = { imports: ['/src/a.ts'], size: 9000 };
    expect(sharedModulesOf({ [SCREENS[0]!]: screen, '/src/a.ts': {} })).toEqual([]);
  });

  it('the shared chunk contains everything that its modules import, so that it never imports a screen', () => {
    const modules = { '/src/a.ts': { imports: ['/src/b.ts'] }, '/src/b.ts': {} };
    expect(sharedModulesOfTwoScreens(modules)).toEqual(['/src/a.ts', '/src/b.ts']);
  });

  it('the shared chunk contains only modules of up to 4000 characters', () => {
    expect(sharedModulesOfTwoScreens({ '/src/a.ts': { size: 4000 } })).toEqual(['/src/a.ts']);
    expect(sharedModulesOfTwoScreens({ '/src/a.ts': { size: 4001 } })).toEqual([]);
  });

  it.each(['/node_modules/package/a.ts.mjs', '/src/a.css', '/src/a.ts?worker'])(
    'the shared chunk does not contain %s even if two screens import it',
    (id) => {
      expect(sharedModulesOfTwoScreens({ [id]: {} })).toEqual([]);
    },
  );

  it('the shared chunk contains no lazily loaded module', () => {
    expect(sharedModulesOfTwoScreens({ '/src/a.ts': {} }, { lazy: ['/src/a.ts'] })).toEqual([]);
  });

  it('the shared chunk omits modules of the entry screens, but not the modules that import them', () => {
    const modules = { '/src/a.ts': { imports: ['/src/big.ts'] }, '/src/big.ts': { size: 9000 } };
    expect(sharedModulesOfTwoScreens(modules, { loaded: ['/src/big.ts'] })).toEqual(['/src/a.ts']);
    expect(sharedModulesOfTwoScreens(modules, { loaded: Object.keys(modules) })).toEqual([]);
  });

  it('the shared chunk contains no module that imports a large one, directly or indirectly', () => {
    const between = { '/src/a.ts': { imports: ['/src/b.ts'] }, '/src/b.ts': { imports: ['/src/big.ts'] } };
    expect(sharedModulesOfTwoScreens({ ...between, '/src/big.ts': { size: 9000 } })).toEqual([]);
    expect(sharedModulesOfTwoScreens({ ...between, '/src/big.ts': {} })).toEqual([
      ...Object.keys(between),
      '/src/big.ts',
    ]);
  });

  it('the shared chunk contains no module of an import cycle that leads to a large module', () => {
    const cycle = {
      '/src/a.ts': { imports: ['/src/b.ts', '/src/big.ts'] },
      '/src/b.ts': { imports: ['/src/a.ts', '/src/c.ts'] },
      '/src/c.ts': { imports: ['/src/b.ts'] },
    };
    expect(sharedModulesOfTwoScreens({ ...cycle, '/src/big.ts': { size: 9000 } })).toEqual([]);
    expect(sharedModulesOfTwoScreens({ ...cycle, '/src/big.ts': {} })).toEqual([...Object.keys(cycle), '/src/big.ts']);
  });
});

describe('the chunks of icons', () => {
  const icon = (name: string): string => `/node_modules/icons/${name}.mjs`;

  /** Runs the plugin for an app whose entry screens import the given icons. */
  function build(iconsByScreen: Record<keyof typeof entryRoutes, string[]>): void {
    const modules = new Map(
      Object.entries(entryRoutes).map(([name, path]) => [
        `/${path}`,
        iconsByScreen[name as keyof typeof entryRoutes].map(icon),
      ]),
    );
    const ids = [...modules.keys(), ...new Set([...modules.values()].flat())];
    const getModuleInfo = (id: string) => ({
      isEntry: false,
      code: '',
      importers: [],
      dynamicImporters: [],
      importedIds: modules.get(id) ?? [],
    });
    const { buildEnd } = entryChunksPlugin();
    if (typeof buildEnd !== 'function') throw new Error('the plugin has no buildEnd');
    Reflect.apply(buildEnd, { getModuleIds: () => ids, getModuleInfo }, []);
  }

  it('icons that only the login needs are left out of the chunk of the other entry screens', () => {
    build({ login: ['Eye', 'Lock', 'X'], dashboard: ['Lock', 'Send'], today: ['X', 'Plus'] });
    expect(['Eye', 'Lock', 'X', 'Send', 'Plus'].map((name) => entryChunk(icon(name)))).toEqual([
      'login-icons',
      'icons',
      'icons',
      'icons',
      'icons',
    ]);
  });
});

describe('the chunks of common parts, which many screens load', () => {
  const [first = '', second = ''] = Object.keys(commonParts);
  const fileOf = (name: string): string => `/${commonParts[name]?.[0]}`;

  /** Runs the plugin for an app with these modules and their imports. Returns the chunk of each module. */
  function chunksOf(graph: Record<string, string[]>): Record<string, string | null> {
    const ids = Object.keys(graph);
    const getModuleInfo = (id: string) => ({
      isEntry: id === '/src/main.tsx',
      code: 'x'.repeat(9000),
      importers: ids.filter((importer) => graph[importer]?.includes(id)),
      dynamicImporters: [],
      importedIds: graph[id] ?? [],
    });
    const { buildEnd } = entryChunksPlugin();
    if (typeof buildEnd !== 'function') throw new Error('the plugin has no buildEnd');
    Reflect.apply(buildEnd, { getModuleIds: () => ids, getModuleInfo }, []);
    return Object.fromEntries(ids.map((id) => [id, entryChunk(id)]));
  }

  it('the chunk of a part contains its files and their imports, except styles and modules that are loaded earlier', () => {
    const modules = {
      '/src/main.tsx': ['/initial.ts'],
      '/initial.ts': [],
      [`/${entryRoutes.today}`]: ['/today.ts'],
      '/today.ts': [],
      [fileOf(first)]: ['/a.ts', '/initial.ts', '/today.ts', '/a.module.css', '/a.css?inline'],
      '/a.ts': ['/b.ts'],
      '/b.ts': [],
      '/a.module.css': [],
      '/a.css?inline': [],
      '/other.ts': ['/a.ts'],
    };
    expect(chunksOf(modules)).toEqual({
      '/src/main.tsx': 'app',
      '/initial.ts': 'app',
      [`/${entryRoutes.today}`]: 'today-screen',
      '/today.ts': 'today-screen',
      [fileOf(first)]: first,
      '/a.ts': first,
      '/b.ts': first,
      '/a.module.css': null,
      '/a.css?inline': null,
      '/other.ts': null,
    });
  });

  it('the styles of the login screen are in the chunk of the page, which shows this screen on a first visit', () => {
    const modules = {
      [`/${entryRoutes.login}`]: ['/login.module.css', '/login.ts'],
      [`/${entryRoutes.dashboard}`]: ['/login.module.css', '/dashboard.module.css'],
      '/login.ts': [],
      '/login.module.css': [],
      '/dashboard.module.css': [],
    };
    expect(chunksOf(modules)).toMatchObject({
      '/login.module.css': 'app',
      '/login.ts': 'login-screen',
      '/dashboard.module.css': 'dashboard-screen',
    });
  });

  it('a chunk shared by several entry screens is named after the initials of these screens', () => {
    const modules = {
      [`/${entryRoutes.login}`]: ['/two.ts', '/all.ts'],
      [`/${entryRoutes.dashboard}`]: ['/all.ts'],
      [`/${entryRoutes.today}`]: ['/two.ts', '/all.ts'],
      '/two.ts': [],
      '/all.ts': [],
    };
    expect(chunksOf(modules)).toMatchObject({ '/two.ts': 'first-lt', '/all.ts': 'first-ldt' });
  });

  it('puts a module that two parts need into the earlier part, so that their chunks never import each other', () => {
    const modules = { [fileOf(first)]: ['/both.ts'], [fileOf(second)]: ['/both.ts', fileOf(first)], '/both.ts': [] };
    expect(chunksOf(modules)).toMatchObject({ '/both.ts': first, [fileOf(first)]: first, [fileOf(second)]: second });
  });

  it('the chunk of an early part contains its styles, and what lazily loaded screens share with it', () => {
    const [name = '', [file = ''] = []] = Object.entries(earlyParts)[0] ?? [];
    const modules = {
      [`/${file}`]: ['/src/toast.ts', '/toast.module.css'],
      '/src/toast.ts': [],
      '/toast.module.css': [],
      '/src/a.tsx': ['/src/toast.ts'],
      '/src/b.tsx': ['/src/toast.ts'],
    };
    expect(chunksOf(modules)).toEqual({
      [`/${file}`]: name,
      '/src/toast.ts': name,
      '/toast.module.css': name,
      '/src/a.tsx': null,
      '/src/b.tsx': null,
    });
  });

  it.each([commonParts, earlyParts].flatMap((parts) => Object.values(parts).flat()))('the file %s exists', (file) => {
    expect(existsSync(join(import.meta.dirname, '../..', file))).toBe(true);
  });
});
