import { beforeEach, expect, test } from 'vitest';
import type { AccountAction } from '../../src/bridge/account-api.ts';
import { importKeys } from '../../src/lib/cached-pages.ts';
import { runAccountAction } from '../../workers/sync/registration.ts';
import { jsonResponse, makePhone, refusalResponse } from '../helpers/fake-server.ts';
import { makeCsv } from '../helpers/import-files.ts';

const AT = '2036-12-01T14:20:00.000Z';
const EMPLOYEE = '0198c000-0000-7000-8000-0000000000c1';

let replies: Record<string, (init: RequestInit) => Response>;
let sent: string[];
let phone: Awaited<ReturnType<typeof makePhone>>['phone'];
let clock: Awaited<ReturnType<typeof makePhone>>['ports']['clock'];
let run: (action: AccountAction, ...args: unknown[]) => Promise<Record<string, unknown>>;

beforeEach(async () => {
  const setup = await makePhone();
  phone = setup.phone;
  const { ports } = setup;
  clock = ports.clock;
  replies = {};
  sent = [];
  ports.fetch = (url, init) => {
    const path = String(url).split('?')[0]!;
    sent.push(path);
    const reply = replies[path];
    return reply ? Promise.resolve(reply(init)) : Promise.reject(new TypeError('no network'));
  };
  run = async (action, ...args) =>
    (await runAccountAction(ports, phone, action, args as never)) as Record<string, unknown>;
});

const rows = [
  ['Ann', '+4930111111'],
  ['', '+4930111112'],
];
const bytes = (): ArrayBuffer => new Uint8Array(makeCsv(['Vorname', 'Telefon'], rows, 'semicolon')).buffer;
const csvBytes = (...args: Parameters<typeof makeCsv>): Uint8Array<ArrayBuffer> => new Uint8Array(makeCsv(...args));
const openDraft = async (): Promise<string> => (await run('openImport', 'people.csv', bytes()))['id'] as string;

const path = (name: string) => `/api/accounts/import_users/${name}/`;
const row = (id: string, more: object = {}) => ({
  ...{ id, filename: 'people.csv', total: 2, success: 1, skipped: 0, warnings: 0, failed: 1, created: 1, updated: 0 },
  ...{ unchanged: 0, state: 'previewed', done: 0, reverted: 0, kept: 0, plan_hash: 'h1', planned_at: AT, changed: 0 },
  ...{ created_by: EMPLOYEE, created_by_name: 'Kim', created_at: AT, finished_at: null, undo_until: null },
  ...{ same_file_at: null, same_file_by: null, ...more },
});
const envelope = (results: unknown[]) => ({
  ...{ count: results.length, next: null, previous: null, current: 1, results, total_count: results.length },
});

test('reads an import file without a network, and stores it with its columns and first values', async () => {
  const id = await openDraft();
  expect(await phone.db.import_drafts.get(id)).toMatchObject({
    ...{ filename: 'people.csv', header: ['Vorname', 'Telefon'], rows: 2, kinds: ['matched', 'matched'] },
    samples: [['Ann'], ['+4930111111', '+4930111112']],
    settings: { encoding: 'utf-8', delimiter: 'semicolon', has_header: true, mapping: ['first_name', 'phone'] },
  });
  expect((await phone.db.import_files.get(id))?.data.byteLength).toBe(bytes().byteLength);
  expect(sent).toEqual([]);
});

test('reports why an import file cannot be read, and stores nothing of it', async () => {
  const zip = Uint8Array.from([0x50, 0x4b, 3, 4]).buffer;
  expect(await run('openImport', 'people.csv', zip)).toEqual({
    ok: false,
    why: 'file',
    code: 'file_not_csv',
    line: null,
  });
  expect(await phone.db.import_drafts.count()).toBe(0);
});

test.each<[string, () => Uint8Array<ArrayBuffer>, string, number | null]>([
  ['of more than 10 MB', () => new Uint8Array(10 * 1024 * 1024 + 1).fill(97), 'file_too_large', null],
  ['without rows', () => csvBytes(['a', 'b'], []), 'file_empty', null],
  ['in UTF-16', () => new Uint8Array(Buffer.from('\uFEFFa;b\r\nc;d', 'utf16le')), 'file_encoding', null],
  [
    'with 20,001 rows',
    () => csvBytes(['a', 'b'], Array<string[]>(20_001).fill(['x', 'y'])),
    'file_too_many_rows',
    null,
  ],
  [
    'with 61 columns',
    () => csvBytes(Array<string>(61).fill('a'), [Array<string>(61).fill('x')]),
    'file_too_many_columns',
    null,
  ],
  [
    'with 1 MB in one cell',
    () =>
      csvBytes(
        ['a', 'b'],
        [
          ['x', 'y'],
          ['x', 'y'.repeat(1_000_000)],
        ],
      ),
    'file_cell_too_long',
    3,
  ],
  ['with an open quotation mark', () => new TextEncoder().encode('a,b\r\nx,y\r\n"z,1\r\n'), 'file_quotes', 3],
])('reports why an import file %s cannot be read, and stores nothing of it', async (_, content, code, line) => {
  expect(await run('openImport', 'people.csv', content().buffer)).toEqual({ ok: false, why: 'file', code, line });
  expect([await phone.db.import_drafts.count(), await phone.db.import_files.count()]).toEqual([0, 0]);
});

test('reads an import file again in another format, and discards edited cells', async () => {
  const id = await openDraft();
  await phone.db.import_drafts
    .where('id')
    .equals(id)
    .modify((draft) => void (draft.settings.edits = { 0: { 0: 'X' } }));
  const format = { encoding: 'windows-1251', delimiter: 'comma', has_header: true };
  expect(await run('reopenImport', id, format)).toEqual({ ok: true, id });
  expect(await phone.db.import_drafts.get(id)).toMatchObject({
    header: ['Vorname;Telefon'],
    settings: { ...format, edits: {} },
  });
});

test('checks the rows of an import on the device when there is no network', async () => {
  const id = await openDraft();
  expect(await run('checkImport', id)).toMatchObject({ ok: false });
  expect((await phone.db.import_drafts.get(id))?.check).toMatchObject({
    by: 'device',
    plan_hash: null,
    counts: { total: 2, create: 1, failed: 1 },
  });
  const errors = await phone.db.pages.get(importKeys.rows(id, 'error'));
  expect(errors?.rows).toMatchObject([{ line: 3, issues: [{ field: 'first_name', code: 'required' }] }]);
  expect(await phone.db.import_mappings.get('vorname|telefon')).toMatchObject({ mapping: ['first_name', 'phone'] });
});

test('uploads an import file once, and stores the plan of the server', async () => {
  const id = await openDraft();
  replies[path('save')] = ({ body }) => {
    expect((body as FormData).get('id')).toBe(id);
    return jsonResponse({
      ...row(id, { state: 'uploaded', plan_hash: null }),
      encoding: 'utf-8',
      delimiter: 'comma',
      columns: [],
    });
  };
  replies[path('start')] = () => jsonResponse(row(id));
  replies[path('rows')] = () => jsonResponse(envelope([]));
  expect(await run('checkImport', id)).toEqual({ ok: true });
  expect(await run('checkImport', id)).toEqual({ ok: true });
  expect(sent.filter((url) => url === path('save'))).toHaveLength(1);
  expect((await phone.db.import_drafts.get(id))?.check).toMatchObject({ by: 'server', plan_hash: 'h1', at: AT });
});

test('stores the new plan of an import if people have changed since the check', async () => {
  const id = await openDraft();
  await run('checkImport', id);
  replies[path('start')] = () => refusalResponse(409, 'plan_changed');
  replies[path('list')] = () =>
    jsonResponse(envelope([row(id, { plan_hash: 'h2', changed: 1, created: 0, updated: 1 })]));
  const changed = {
    ...{ index: 0, line: 2, disposition: 'update', cells: ['Ann', '+4930111111'], issues: [], fields: ['city'] },
    ...{ person: null, was: 'create', kept: null },
  };
  replies[path('rows')] = ({ body }) =>
    jsonResponse(envelope((JSON.parse(body as string) as { only: string }).only === 'changed' ? [changed] : []));
  expect(await run('startImport', id)).toMatchObject({ ok: false, code: 'plan_changed' });
  expect((await phone.db.import_drafts.get(id))?.check).toMatchObject({
    ...{ plan_hash: 'h2', changed: 1, previous: { create: 1, failed: 1 } },
    counts: { create: 0, update: 1, failed: 1 },
  });
  expect((await phone.db.pages.get(importKeys.rows(id, 'changed')))?.rows).toMatchObject([{ index: 0, was: 'create' }]);
});

test('keeps only the five newest import files', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    clock.pass(1);
    ids.push(await openDraft());
  }
  expect(await phone.db.import_drafts.toCollection().primaryKeys()).toEqual(ids.slice(1));
  expect(await phone.db.import_files.toCollection().primaryKeys()).toEqual(ids.slice(1));
});
