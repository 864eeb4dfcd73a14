import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { date, oneOf, pageNumber, parseSearch, defineSearch, stringifySearch, text } from '../src/lib/search-params.ts';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'workers', 'sw'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file));

/**
 * Allowed exceptions: the format of search parameters, the logout, which happens outside the router, notifications,
 * whose path comes from the server, and the stored last screen, which contains links and has no search parameters.
 */
const exceptions = [
  'src/lib/search-params.ts URLSearchParams',
  'src/app/app.tsx history.replace(',
  'src/features/profile/push-effects.tsx history.replace(',
  'src/app/last-screen/capture.ts a string path to a screen',
  'src/app/last-screen/save-screen.ts URLSearchParams',
];

const banned: readonly [string, RegExp][] = [
  ['a string path to a screen', /\bhref(=|: )\{?['"`]\//],
  ['a string path to a screen', /\b(navigate|location\.(assign|replace))\(['"`]\//],
  ['strict: false', /strict: false/],
  ['history.replace(', /\bhistory\.(push|replace)\(/],
  ['URLSearchParams', /\bURLSearchParams\b|\blocation\.search\b|\bsearchStr\b/],
];

const bannedCodeIn = (file: string, source: string): string[] =>
  banned.filter(([, pattern]) => pattern.test(source)).map(([name]) => `${file} ${name}`);

test('the code uses only typed links to screens', () => {
  const faults = files
    // Exclude workers, which send requests to paths that are not screens.
    .filter((file) => !file.startsWith('workers/sync/'))
    .flatMap((file) => bannedCodeIn(file, readFileSync(join(root, file), 'utf8')));
  expect(faults.filter((fault) => !exceptions.includes(fault))).toEqual([]);
});

test('the browser tests have a path to every screen', () => {
  const source = (file: string) => readFileSync(join(root, file), 'utf8');
  const pathsIn = (file: string, pattern: RegExp) => [...source(file).matchAll(pattern)].map(([, path]) => path ?? '');
  const memberRoutes = pathsIn('src/app/router.tsx', /\b(?:member|contacts|team|staff)Route\(\s*'([^']+)'/g);
  const publicRoutes = pathsIn('src/app/public-routes.tsx', /(?:\bpath: |\bpublicRoute\()'([^']+)'/g);
  const helper = source('test/e2e/helpers/screens.ts').replaceAll(/\$\{[^}]*\}/g, 'id');
  const visitedPaths = [...helper.matchAll(/['`](\/[^'`?]*)/g)].map(([, path]) => path ?? '');
  const isVisited = (route: string) => {
    const pattern = new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`);
    return visitedPaths.some((path) => pattern.test(path));
  };
  expect(memberRoutes.length).toBeGreaterThan(40);
  expect(publicRoutes.length).toBeGreaterThan(8);
  // `/` and `$` only redirect, and the screens of emailed links are visited with a token.
  const redirects = ['/', '$', '/password-reset', '/reset-credentials', '/not-me'];
  const missing = [...memberRoutes, ...publicRoutes].filter((route) => !isVisited(route) && !redirects.includes(route));
  expect(missing, 'add these paths to test/e2e/helpers/screens.ts').toEqual([]);
  expect(helper, 'a Telegram login link is visited, too').toMatch(/'\/login\?token=[^']*&next=/);
});

test.each([
  `<TextLink href="/tasks">`,
  '<TextLink href={`/tasks/${id}`}>',
  `const link = { href: '/tasks' };`,
  `history.push(place);`,
  `useParams({ strict: false })`,
  `new URLSearchParams(location.search)`,
])('the link check rejects the code %s', (source) => {
  expect(bannedCodeIn('src/features/a.tsx', source)).not.toEqual([]);
});

test('reads valid search parameters, and treats invalid parameters as missing', () => {
  const read = defineSearch({ q: text, tab: oneOf(['mine', 'waiting']), page: pageNumber, day: date });
  expect(read({ q: 'anna', tab: 'waiting', page: '3', day: '2026-05-01', other: 'x' })).toEqual({
    q: 'anna',
    tab: 'waiting',
    page: 3,
    day: '2026-05-01',
  });
  const nothing = { q: undefined, tab: undefined, page: undefined, day: undefined };
  expect(read({ q: '', tab: 'banana', page: '-1', day: 'tomorrow' })).toEqual(nothing);
  expect(read({ q: ['a'], tab: 7, page: 'one', day: '2026-13-01' })).toEqual(nothing);
});

test('writes search parameters to the URL as plain text, and omits empty parameters', () => {
  expect(stringifySearch({ q: '123', page: 2, tab: undefined, city: '' })).toBe('?q=123&page=2');
  expect(stringifySearch({ q: undefined })).toBe('');
  expect(parseSearch('?q=123&tab=true')).toEqual({ q: '123', tab: 'true' });
});
