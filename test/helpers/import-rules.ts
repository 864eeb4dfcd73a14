/** A folder with rules of its own; the longest prefix wins. */
export interface Zone {
  /** Path prefix. A star stands for one folder name: each is a zone of its own. */
  path: string;
  /** Zones it may import from, beside itself. A path to a file allows that file alone. */
  may: readonly string[];
  /** Files it may import types from. */
  types?: readonly string[];
  /** Files it may name as a URL (`?worker&url`). */
  urls?: readonly string[];
}

const page = ['contract', 'src/db', 'src/ui', 'src/cards', 'src/lib', 'src/bridge'];

/** Who may import whom. */
export const zones: readonly Zone[] = [
  { path: 'contract', may: [] },
  { path: 'src/lib', may: [] },
  { path: 'src/db', may: ['contract', 'src/lib'] },
  { path: 'src/ui', may: ['src/lib'] },
  { path: 'src/cards', may: ['contract', 'src/db', 'src/ui', 'src/lib'] },
  {
    path: 'src/bridge',
    may: ['contract', 'src/lib'],
    urls: ['workers/sync.worker.ts', 'workers/search.worker.ts'],
  },
  // A browser that keeps nothing runs sync in its page.
  { path: 'src/bridge/in-page.ts', may: ['workers/in-page.ts', 'src/lib', 'src/bridge'] },
  { path: 'src/features/*', may: page },
  { path: 'src/app', may: [...page, 'src/features', 'locales'] },
  { path: 'src/main.tsx', may: ['src/app', 'src/db', 'src/ui', 'src/lib', 'src/bridge'] },
  {
    path: 'workers',
    may: ['contract', 'src/db', 'src/lib'],
    types: [
      'src/bridge/sync-api.ts',
      'src/bridge/account-api.ts',
      'src/bridge/search-api.ts',
      'src/bridge/staff-api.ts',
    ],
  },
  { path: 'sw', may: ['contract', 'src/db', 'src/lib', 'workers/sync', 'locales'], types: ['src/bridge/sync-api.ts'] },
  { path: 'server', may: ['contract'] },
];

const ui = ['src/ui', 'src/cards', 'src/features', 'src/app', 'src/main.tsx'];

/** Where a package may be imported; a package that is not named here may be imported anywhere in the product. */
export const packagePlaces: readonly { packages: RegExp; places: readonly string[] }[] = [
  { packages: /^dexie$/, places: ['src/db'] },
  { packages: /^dexie-react-hooks$/, places: ['src/features', 'src/app'] },
  { packages: /^comlink$/, places: ['src/bridge', 'workers'] },
  { packages: /^workbox-/, places: ['sw'] },
  { packages: /^(react|react-dom|react-aria-components|@tabler\/icons-react|@tanstack\/react-router)$/, places: ui },
  { packages: /^@lingui\/react$/, places: ui },
  { packages: /^(react-hook-form|@hookform\/resolvers|dompurify)$/, places: ['src/ui', 'src/features', 'src/app'] },
  {
    packages: /^(fastify|@fastify\/.*|fastify-.*|kysely|pg|@electric-sql\/pglite|pino|jose|@node-rs\/argon2)$/,
    places: ['server'],
  },
  { packages: /^nodemailer$/, places: ['server/mail'] },
  { packages: /^(sanitize-html|marked|gray-matter)$/, places: ['server'] },
  { packages: /^node:/, places: ['server', 'sw/vite-plugin.ts', 'sw/make-packs.ts'] },
  {
    packages: /^vite$/,
    places: [
      'server/build.ts',
      'server/dev.ts',
      'server/texts-plugin.ts',
      'server/pages-plugin.ts',
      'server/first-chunks-plugin.ts',
      'server/first-visit-plugin.ts',
      'sw/vite-plugin.ts',
    ],
  },
  { packages: /^zod$/, places: ['contract/zod.ts'] },
];

const topFolders = ['contract', 'src', 'sw', 'workers', 'server', 'locales', 'public', 'test', 'docs'];
const topPapers = ['README.md', 'CHANGELOG.md', 'LICENSE', 'index.html', 'package.json', 'package-lock.json'];
const topSettings = ['tsconfig', 'vite.config', 'vitest.config', 'playwright.config', 'lingui.config', 'knip'];

/** What may lie at the top, dot files aside. */
export const topEntries: readonly string[] = [
  ...topFolders,
  ...topPapers,
  ...topSettings.map((name) => (name.endsWith('.config') ? `${name}.ts` : `${name}.json`)),
];
