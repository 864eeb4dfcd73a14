import { posix } from 'node:path';
import { packagePlaces, zones, type Zone } from './import-rules.ts';

/** Maps the path of a file, relative to the root, to its source. */
export type Sources = ReadonlyMap<string, string>;

export interface Import {
  from: string;
  specifier: string;
  /** Path of the imported file relative to the root; null for a package. */
  to: string | null;
  isType: boolean;
}

const importPattern = /^\s*(?:import|export)\s+(type\s+)?(?:[\w*{}$,\s]+?\s+from\s+)?['"]([^'"]+)['"]/gm;
const lazyPattern = /\bimport\(\s*['"]([^'"]+)['"]/g;
const urlPattern = /new URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url/g;

/** Returns every import of a file: static and dynamic imports, re-exports, and URLs of other sources. */
export function importsOf(from: string, source: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, isType: boolean) => {
    const isRelative = specifier.startsWith('.');
    const to = isRelative ? posix.join(posix.dirname(from), specifier.replace(/\?.*$/, '')) : null;
    found.push({ from, specifier, to, isType });
  };
  for (const match of source.matchAll(importPattern)) add(match[2] ?? '', match[1] !== undefined);
  for (const match of source.matchAll(lazyPattern)) add(match[1] ?? '', false);
  for (const match of source.matchAll(urlPattern)) add(`${match[1]}?url`, false);
  return found;
}

const isUnder = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

function matches(path: string, pattern: string): boolean {
  if (!pattern.endsWith('/*')) return isUnder(path, pattern);
  return path.startsWith(pattern.slice(0, -1)) && path.slice(pattern.length - 1).includes('/');
}

/** Returns the folder to which a zone with a star applies, such as src/features/tasks for src/features/*. */
function ownFolder(path: string, zone: Zone): string {
  if (!zone.path.endsWith('/*')) return zone.path;
  const depth = zone.path.split('/').length;
  return path.split('/').slice(0, depth).join('/');
}

function zoneOf(path: string): Zone | undefined {
  return zones.filter((zone) => matches(path, zone.path)).sort((a, b) => b.path.length - a.path.length)[0];
}

function isAllowed(zone: Zone, { from, to, isType, specifier }: Import & { to: string }): boolean {
  if (isUnder(to, ownFolder(from, zone))) return true;
  if (zone.may.some((folder) => isUnder(to, folder))) return true;
  if (isType && zone.types?.includes(to)) return true;
  return specifier.includes('url') && (zone.urls?.includes(to) ?? false);
}

const packageName = (specifier: string) =>
  specifier.startsWith('node:')
    ? specifier
    : specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');

/** Returns the imports that the table forbids. */
export function forbiddenImports(sources: Sources): string[] {
  const violations: string[] = [];
  for (const [path, source] of sources) {
    const zone = zoneOf(path);
    for (const found of importsOf(path, source)) {
      const { to, specifier } = found;
      if (to === null) {
        const rule = packagePlaces.find(({ packages }) => packages.test(packageName(specifier)));
        const isInPlace = !rule || rule.places.some((place) => isUnder(path, place));
        if (zone && !isInPlace) violations.push(`${path} imports the package ${specifier}`);
      } else if (isUnder(to, 'test') && zone) violations.push(`${path} imports the test ${to}`);
      else if (zone && !isAllowed(zone, { ...found, to })) violations.push(`${path} imports ${to}`);
    }
  }
  return violations;
}

/** Returns the import cycles, including imports of types. Each cycle is a list of its files. */
export function importCycles(sources: Sources): string[] {
  const next = new Map<string, string[]>();
  for (const [path, source] of sources) {
    next.set(
      path,
      importsOf(path, source).flatMap(({ to, isType, specifier }) =>
        to && sources.has(to) && !specifier.includes('url') && (!isType || zoneOf(path)) ? [to] : [],
      ),
    );
  }
  const cycles = new Set<string>();
  const done = new Set<string>();
  const walk = (path: string, trail: string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) cycles.add([...trail.slice(at), path].join(' -> '));
    if (at >= 0 || done.has(path)) return;
    for (const to of next.get(path) ?? []) walk(to, [...trail, path]);
    done.add(path);
  };
  for (const path of sources.keys()) walk(path, []);
  return [...cycles];
}

interface Ban {
  what: string;
  pattern: RegExp;
  in: RegExp;
  except: readonly string[];
  /** Whether comments are also searched. */
  searchesComments?: true;
}

/** Files with forms that do not use react-hook-form. The login form is on the first page, whose size is limited. */
const otherForms = ['src/features/session/login-form.tsx'];

const bans: readonly Ban[] = [
  { what: 'fetch(', pattern: /(?<![\w.])fetch\(/, in: /^src\//, except: [] },
  {
    what: 'console',
    pattern: /\bconsole\.\w/,
    in: /^(contract|src|workers|sw|server)\//,
    except: ['src/lib/log.ts', 'server/log.ts'],
  },
  {
    what: 'new Worker(',
    pattern: /\bnew Worker\(/,
    in: /^(src|workers|sw)\//,
    except: ['src/bridge/start-worker.ts', 'src/bridge/pdf-worker.ts'],
  },
  {
    what: 'a form element',
    pattern: /<form\b/,
    in: /^src\//,
    except: ['src/forms/form.tsx', ...otherForms],
  },
  {
    what: 'a query on a table of people or contacts outside src/db/queries',
    pattern: /\bdb\s*\.(contacts|people|comments|interactions|waiting_leads)\b/,
    in: /^src\/(?!db\/)/,
    except: [],
  },
  {
    what: 'a database that is not opened by src/db',
    pattern:
      /\bopenPhoneDb\b|\bnew Dexie\b|\bindexedDB\s*\.|\bports\.buckets\b|\bstorageBuckets\b|\.persist\s*\?*\.?\(/,
    in: /^(src\/(?!db\/)|workers\/|sw\/)/,
    // Only these modules of the page may request persistent storage, or read the last screen before the app is loaded.
    except: ['src/lib/browser-ports.ts', 'src/components/app/protect-storage.ts', 'src/boot/read-screen.ts'],
  },
  {
    what: 'an index range without a lower bound',
    pattern: /\.below(OrEqual)?\(|\bupperBound\(/,
    in: /^(src|workers|sw)\//,
    // See: [Note: Ranges with a lower bound]
    except: [],
  },
  {
    // After an await of another async function, Dexie observes further reads only if the live query itself is an async
    // function.
    what: 'a live query that is not an async function',
    pattern: /\buseLiveQuery(<[^(]*>)?\(\s*(?!async\b|\s)/,
    in: /^src\//,
    except: [],
  },
  {
    what: 'a default export',
    pattern: /^export default\b/m,
    in: /^(?!.*(\.d|\.config)\.ts$)/,
    // Playwright requires a default export.
    except: ['test/e2e/helpers/global-setup.ts'],
  },
  {
    what: 'a silenced check',
    pattern: /@ts-(ignore|expect-error|nocheck)|(ox|es)lint-disable/,
    in: /^(?!test\/)/,
    except: [],
    searchesComments: true,
  },
  {
    what: 'an unfinished part',
    // The brackets keep this line from being found by a search for such words.
    pattern: /\b(TO[D]O|FIX[M]E)\b|not[ ]implemented|coming[ ]soon/i,
    in: /^(?!test\/)/,
    except: [],
    searchesComments: true,
  },
];

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');

/** Returns the uses of banned identifiers and patterns outside the files where they are allowed. */
export function bannedCode(sources: Sources): string[] {
  const violations: string[] = [];
  for (const [path, source] of sources) {
    for (const { what, pattern, in: where, except, searchesComments } of bans) {
      if (!where.test(path) || except.includes(path)) continue;
      if (pattern.test(searchesComments ? source : withoutComments(source)))
        violations.push(`${path} contains ${what}`);
    }
  }
  return violations;
}

const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|spec|module|config|d|worker|skip))*\.[a-z]+$/;

/** Returns the files with more than 300 lines, and the files whose names are not kebab-case. */
export function fileErrors(sources: Sources): string[] {
  return [...sources].flatMap(([path, source]) => {
    const lines = source.trimEnd().split('\n').length;
    const name = posix.basename(path);
    return [
      ...(lines > 300 ? [`${path} has ${lines} lines`] : []),
      ...(namePattern.test(name) || /^\d{4}_/.test(name) ? [] : [`${path} is not kebab-case`]),
    ];
  });
}
