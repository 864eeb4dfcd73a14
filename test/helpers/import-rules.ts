/**
 * A zone is a folder with its own import rules. If several zones contain a file, the one with the longest path applies.
 */
export interface Zone {
  /** Path prefix. A star stands for one folder name, and each such folder is a separate zone. */
  path: string;
  /** Zones from which files may be imported, in addition to the zone itself. A path to a file allows only that file. */
  may: readonly string[];
  /** Files from which types may be imported. */
  types?: readonly string[];
  /** Files that may be referenced as a URL (`?worker&url`). */
  urls?: readonly string[];
}

/** Folders that several features share. Each of them may import from the others. */
const shared = ['src/ui', 'src/components', 'src/conflicts', 'src/forms', 'src/hooks'];
const page = ['contract', 'src/db', 'src/lib', 'src/bridge', ...shared];

/** The import table: which zone may import from which. */
export const zones: readonly Zone[] = [
  { path: 'contract', may: [] },
  { path: 'src/lib', may: [] },
  { path: 'src/db', may: ['contract', 'src/lib'] },
  { path: 'src/ui', may: ['src/lib'] },
  ...shared.slice(1).map((path) => ({ path, may: ['contract', 'src/db', 'src/lib', ...shared] })),
  {
    path: 'src/bridge',
    may: ['contract', 'src/lib'],
    urls: ['workers/sync.worker.ts', 'workers/search.worker.ts'],
  },
  // Without storage, the browser runs sync in the page.
  { path: 'src/bridge/in-memory-sync.ts', may: ['workers/in-memory-sync.ts', 'src/lib', 'src/bridge'] },
  // View mode runs sync and search in the page.
  { path: 'src/bridge/in-memory-view.ts', may: ['workers/in-memory-view.ts', 'src/lib', 'src/bridge'] },
  { path: 'src/features/*', may: page },
  { path: 'src/app', may: [...page, 'src/features', 'src/boot/build-of.ts', 'locales'] },
  // The script in index.html contains nothing of the app.
  { path: 'src/boot', may: ['src/lib', 'contract/language.ts'] },
  { path: 'src/main.tsx', may: ['src/app', 'src/db', 'src/ui', 'src/lib', 'src/bridge'] },
  {
    path: 'workers',
    may: ['contract', 'src/db', 'src/lib'],
    types: [
      'src/bridge/results.ts',
      'src/bridge/sync-api.ts',
      'src/bridge/account-api.ts',
      'src/bridge/admin-api.ts',
      'src/bridge/flow-api.ts',
      'src/bridge/import-api.ts',
      'src/bridge/search-api.ts',
      'src/bridge/staff-api.ts',
    ],
  },
  { path: 'sw', may: ['contract', 'src/db', 'src/lib', 'workers/sync', 'locales'], types: ['src/bridge/sync-api.ts'] },
  { path: 'server', may: ['contract'] },
  // The script of the landing pages runs in the browsers of visitors.
  { path: 'server/landing/visitor', may: ['contract/landing/duration.ts'] },
  // `npm start` rebuilds an outdated product before it runs it.
  { path: 'server/cli/start.ts', may: ['server', 'build/sources.ts'] },
  {
    path: 'build',
    may: ['contract', 'src/lib', 'server/http/preload-manifest.ts', 'server/http/inline-scripts.ts'],
    types: ['sw/precache-bundles.ts'],
  },
];

const ui = [...shared, 'src/features', 'src/app', 'src/main.tsx'];

/**
 * The places where a package may be imported. A package that is not in this list may be imported anywhere in the
 * product.
 */
export const packagePlaces: readonly { packages: RegExp; places: readonly string[] }[] = [
  { packages: /^dexie$/, places: ['src/db'] },
  { packages: /^dexie-react-hooks$/, places: ['src/features', 'src/app'] },
  { packages: /^comlink$/, places: ['src/bridge', 'workers'] },
  { packages: /^dayjs$/, places: ['src/lib/dates.ts'] },
  { packages: /^workbox-/, places: ['sw', 'build'] },
  { packages: /^(react|react-dom|react-aria-components|@tabler\/icons-react|@tanstack\/react-router)$/, places: ui },
  { packages: /^@internationalized\/date$/, places: ['src/ui'] },
  { packages: /^@lingui\/react$/, places: ui },
  { packages: /^react-hook-form$/, places: ['src/forms', 'src/features'] },
  { packages: /^@hookform\/resolvers$/, places: ['src/forms'] },
  { packages: /^dompurify$/, places: ['src/ui', 'src/features', 'src/app'] },
  {
    packages: /^(fastify|@fastify\/.*|fastify-.*|kysely|pg|@electric-sql\/pglite|pino|jose|@node-rs\/argon2)$/,
    places: ['server'],
  },
  { packages: /^nodemailer$/, places: ['server/mail'] },
  { packages: /^(sanitize-html|marked|gray-matter)$/, places: ['server', 'build'] },
  { packages: /^node:/, places: ['server', 'build'] },
  { packages: /^vite$/, places: ['build'] },
  { packages: /^zod$/, places: ['contract/zod.ts'] },
];

const topFolders = [
  'contract',
  'src',
  'sw',
  'workers',
  'server',
  'build',
  'locales',
  'public',
  'test',
  'docs',
  'deploy',
];
const topDocuments = [
  'README.md',
  'CHANGELOG.md',
  'CODE_OF_CONDUCT.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'SECURITY.md',
  'index.html',
  'package.json',
  'package-lock.json',
];
const topSettings = ['tsconfig', 'vite.config', 'vitest.config', 'playwright.config', 'lingui.config', 'knip'];

/** Allowed top-level entries, in addition to dot files. */
export const topEntries: readonly string[] = [
  ...topFolders,
  ...topDocuments,
  ...topSettings.map((name) => (name.endsWith('.config') ? `${name}.ts` : `${name}.json`)),
];
