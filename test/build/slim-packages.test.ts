import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { slim } from '../../build/slim-packages-plugin.ts';
import { root } from '../../build/sources.ts';

const slimmed = (path: string): string => {
  const file = join(root, 'node_modules', path);
  return slim(readFileSync(file, 'utf8'), file);
};

it('removes the names and keys of an icon, and keeps its paths', () => {
  const icon = slimmed('@tabler/icons-react/dist/esm/icons/IconLock.mjs');
  expect(icon).toContain('createReactComponent("outline", "", "", __iconNode)');
  expect(icon).toContain('["path", { "d": "M8 11v-4a4 4 0 1 1 8 0v4" }]');
  expect(icon).not.toContain('svg-');
});

it('removes the name of an icon from its component', () => {
  const component = slimmed('@tabler/icons-react/dist/esm/createReactComponent.mjs');
  expect(component).toContain('className: [`tabler-icon`, className]');
  expect(component).not.toContain('displayName');
});

it('removes the error screen of the router, and keeps its boundary', () => {
  const boundary = slimmed('@tanstack/react-router/dist/esm/CatchBoundary.js');
  expect(boundary).toContain('const ErrorComponent = () => null;');
  expect(boundary).not.toContain('Something went wrong');
  expect(boundary).toContain('getDerivedStateFromError');
});

it('removes the parts of Dexie that nothing uses, and keeps the others', () => {
  const dexie = slimmed('dexie/dist/modern/dexie.mjs');
  const removed = /\w+IgnoreCase|notEqual|noneOf|inAnyRange|startsWithAnyOf|mapToClass|upsert|bulkUpdate|hook/.source;
  expect(dexie).not.toMatch(new RegExp(`^ {4}(${removed})\\(`, 'm'));
  expect(dexie).toMatch(/^ {4}anyOf\([^]*^\}\n+function createWhereClauseConstructor\(/m);
  expect(dexie).toMatch(/^ {4}add\([^]*^ {4}update\([^]*^ {4}bulkDelete\(/m);
  expect(dexie).toContain('level: 2, create: (core) => core };\nfunction getExistingValues(');
  expect(dexie).toContain('level: 0, create: (core) => core };\n\nfunction vipify(');
  const folders = ['src', 'workers', 'sw'].map((folder) => join(root, folder));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const users = files.filter(
    (file) => /\.tsx?$/.test(file) && new RegExp(`\\.(${removed}|defineClass)\\(`).test(readFileSync(file, 'utf8')),
  );
  expect(users).toEqual([]);
});

it('fails if the code to be removed from a package has changed', () => {
  expect(() => slim('export {}', '/node_modules/@tanstack/react-router/dist/esm/CatchBoundary.js')).toThrow(
    'has changed',
  );
});

it('leaves all other files unchanged', () => {
  expect(slim('code', '/src/main.tsx')).toBe('code');
});
