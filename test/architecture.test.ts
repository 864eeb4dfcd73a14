import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bannedCode, forbiddenImports, importCycles, fileErrors, type Sources } from './helpers/architecture.ts';
import { topEntries } from './helpers/import-rules.ts';

const root = join(import.meta.dirname, '..');

/** Tracked and untracked files of the working tree, without ignored files. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(join(root, file)));

const readSources = (pattern: RegExp): Sources =>
  new Map(files.filter((file) => pattern.test(file)).map((file) => [file, readFileSync(join(root, file), 'utf8')]));

const code = readSources(/\.tsx?$/);
const styles = readSources(/\.css$/);

describe('architecture', () => {
  test('the import table allows every import in the sources', () => {
    expect(forbiddenImports(code)).toEqual([]);
  });

  test('the sources have no import cycles', () => {
    expect(importCycles(code)).toEqual([]);
  });

  test('restricted code, such as network access and console output, occurs only in files that may contain it', () => {
    expect(bannedCode(code)).toEqual([]);
  });

  test('files have at most 300 lines and kebab-case names', () => {
    expect(fileErrors(new Map([...code, ...styles]))).toEqual([]);
  });

  test('the repository has only the listed top-level entries, apart from dot files', () => {
    const topLevelEntries = new Set(files.map((file) => file.split('/')[0] ?? ''));
    expect([...topLevelEntries].filter((entry) => !entry.startsWith('.') && !topEntries.includes(entry))).toEqual([]);
  });
});

describe('architecture checker', () => {
  const fixture = (sources: Record<string, string>): Sources => new Map(Object.entries(sources));

  test.each([
    ['contract/a.ts', `import { x } from '../src/lib/x.ts';`],
    ['contract/a.ts', `import { z } from 'zod/mini';`],
    ['src/lib/a.ts', `import type { x } from '../../contract/fields.ts';`],
    ['src/ui/a.tsx', `import { x } from '../components/x.tsx';`],
    ['src/ui/a.tsx', `import {\n  a,\n  b,\n} from '../db/db.ts';`],
    ['src/features/tasks/a.tsx', `import { x } from '../lessons/x.tsx';`],
    ['src/features/tasks/a.tsx', `const x = import('../lessons/x.tsx');`],
    ['src/features/tasks/a.tsx', `export { x } from '../lessons/x.tsx';`],
    ['src/features/tasks/a.tsx', `import Dexie from 'dexie';`],
    ['src/features/tasks/a.tsx', `import { wrap } from 'comlink';`],
    ['src/bridge/a.ts', `import { x } from '../../workers/sync.worker.ts';`],
    ['src/db/a.ts', `import { useState } from 'react';`],
    ['src/features/tasks/a.tsx', `import dayjs from 'dayjs';`],
    ['src/lib/a.ts', `const locale = import('dayjs/locale/ru.js');`],
    ['workers/sync/a.ts', `import { x } from '../../src/bridge/sync-api.ts';`],
    ['workers/sync/a.ts', `import { x } from '../../server/app.ts';`],
    ['workers/sync/a.ts', `import { readFile } from 'node:fs/promises';`],
    ['server/a.ts', `import { x } from '../src/db/schema/db.ts';`],
    ['server/a.ts', `import { x } from '../test/helpers/x.ts';`],
    ['contract/a.ts', `import { sql } from 'kysely';`],
    ['src/app/a.ts', `import { precache } from 'workbox-precaching';`],
  ])('reports the forbidden import in %s: %s', (path, source) => {
    expect(forbiddenImports(fixture({ [path]: source }))).toHaveLength(1);
  });

  test.each([
    ['src/features/tasks/a.tsx', `import { x } from './b.ts';\nimport { y } from '../../db/outbox.ts';`],
    ['src/app/router.tsx', `const x = import('../features/tasks/tasks-screen.tsx');`],
    ['src/bridge/sync.ts', `import url from '../../workers/sync.worker.ts?worker&url';`],
    ['workers/sync.worker.ts', `import type { SyncApi } from '../src/bridge/sync-api.ts';`],
    ['sw/drain.ts', `import { turn } from '../workers/sync/sync-cycle.ts';`],
    ['src/lib/dates.ts', `import dayjs from 'dayjs';\nimport utc from 'dayjs/plugin/utc.js';`],
    ['server/a.ts', `import { apiCalls } from '../contract/api-calls/index.ts';`],
    ['test/a.test.ts', `import Dexie from 'dexie';\nimport { x } from '../server/app.ts';`],
  ])('allows %s to import: %s', (path, source) => {
    expect(forbiddenImports(fixture({ [path]: source }))).toEqual([]);
  });

  test('reports an import cycle that includes a type-only import', () => {
    const a = `import { b } from './b.ts';`;
    expect(importCycles(fixture({ 'src/db/a.ts': a, 'src/db/b.ts': `export * from './a.ts';` }))).toHaveLength(1);
    expect(importCycles(fixture({ 'src/db/a.ts': a, 'src/db/b.ts': `import type { A } from './a.ts';` }))).toHaveLength(
      1,
    );
  });

  test.each([
    ['src/db/a.ts', 'await fetch("/api");'],
    ['src/features/tasks/a.ts', 'db.contacts.get(id);'],
    ['workers/a.ts', 'openPhoneDb(user_id, ports);'],
    ['sw/a.ts', 'indexedDB.open("haversack-1");'],
    ['src/features/tasks/a.ts', 'await ports.buckets?.open(name);'],
    ['src/app/a.ts', 'void navigator.storage?.persist?.();'],
    ['src/db/a.ts', "db.tasks.where('closed_at').below(limit);"],
    ['src/db/a.ts', "db.news.where('published_at').belowOrEqual(now);"],
    ['src/db/a.ts', 'IDBKeyRange.upperBound(now);'],
    ['workers/a.ts', 'console.log(1);'],
    ['src/app/a.ts', 'new Worker(url);'],
    ['server/a.ts', 'export default 1;'],
    ['src/features/tasks/a.tsx', '<form onSubmit={save}>'],
    ['src/features/a.tsx', 'const rows = useLiveQuery(() => savedRows(db), [db]);'],
    ['src/features/a.tsx', 'const rows = useLiveQuery(\n  savedRows,\n);'],
    ['contract/a.ts', `// ${'TO'}DO later`],
    ['contract/a.ts', `// @ts-${'ignore'}`],
  ])('reports restricted code in %s: %s', (path, source) => {
    expect(bannedCode(fixture({ [path]: source }))).toHaveLength(1);
  });

  test('allows restricted code in comments and in the files that may contain it', () => {
    const sources = {
      'src/lib/log.ts': 'console.warn(1);',
      'src/bridge/start-worker.ts': 'new Worker(url);',
      'workers/sync/http.ts': 'await fetch("/api");',
      'src/db/a.ts': '// never fetch() here\nports.fetch("/api");',
      'vite.config.ts': 'export default 1;',
      'src/features/a.tsx': 'const rows = useLiveQuery(\n  async () => savedRows(db),\n  [db],\n);',
    };
    expect(bannedCode(fixture(sources))).toEqual([]);
  });

  test('reports a file that is too long and a camel-case file name, but accepts a numbered migration', () => {
    const sources = {
      'src/db/a.ts': '\n'.repeat(301) + 'x',
      'src/db/viewKeys.ts': '',
      'server/migrations/0001_start.ts': '',
    };
    expect(fileErrors(fixture(sources))).toHaveLength(2);
  });
});
