import { afterAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { MAX_IMPORT_BYTES } from '../../contract/imports/fields.ts';
import { importOrders } from '../../contract/table-orders.ts';
import { importColumns, openImportWorld, newPeopleRows, simpleSettings } from '../helpers/import-world.ts';
import { makeCsv, settingsOf } from '../helpers/import-files.ts';
import type { Person } from '../helpers/sync-server.ts';

const { server, ops, imports } = await openImportWorld();
afterAll(() => server.close());

describe('access to imports', () => {
  it('shows an import only to its employee, the manager and admins', async () => {
    const manager = await server.manager();
    const kim = await server.consultant({ responsible_id: manager.id });
    const [other, admin] = [await server.manager(), await server.manager({ is_superuser: true })];
    const plan = await imports.plan(kim, makeCsv(importColumns, newPeopleRows(1)), simpleSettings);
    for (const person of [kim, manager, admin])
      expect(await imports.row(person, plan.id)).toMatchObject({ id: plan.id });
    expect(await imports.row(other, plan.id)).toBeUndefined();
    const missing = { id: uuidv7() };
    for (const name of ['imports.rows', 'imports.cancel', 'imports.undo', 'imports.start'] as const) {
      const [given, absent] = [
        await imports.call(other, name, { id: plan.id }),
        await imports.call(other, name, missing),
      ];
      expect(given.status).toBe(404);
      const { request_id: _, ...body } = given.body;
      expect(absent.body).toMatchObject(body);
    }
    expect(await imports.start(manager, plan)).toMatchObject({ status: 404 });
  });

  it("reveals nothing about another employee's person except that the phone number is in use", async () => {
    const [kim, lee] = [await server.consultant(), await server.consultant()];
    const hidden = await ops.of(lee);
    const { phone } = await ops.userRow(hidden);
    const plan = await imports.plan(kim, makeCsv(importColumns, [['Ida', phone!, '']]), simpleSettings);
    expect(await imports.rows(kim, plan.id, 'error')).toMatchObject([
      { person: null, issues: [{ field: 'phone', code: 'phone_in_use' }] },
    ]);
  });
});

describe('the list of imports', () => {
  it('lists imports in every order, page by page, and sorts equal values by id', async () => {
    const manager = await server.manager();
    const ids: string[] = [];
    for (const [name, count] of [
      ['b.csv', 2],
      ['a.csv', 1],
      ['c.csv', 2],
    ] as const) {
      server.plain.clock.advance(1000);
      const { body } = await imports.save(manager, makeCsv(importColumns, newPeopleRows(count)), name);
      ids.push(body['id'] as string);
    }
    const names = async (ordering?: string) => {
      const found: string[] = [];
      for (const page of [1, 2]) {
        const query = { page, page_size: 2, ...(ordering && { ordering }) };
        const { body } = await imports.call(manager, 'imports.list', {}, query);
        found.push(...(body['results'] as { filename: string }[]).map(({ filename }) => filename.replace('.csv', '')));
      }
      return found.join('');
    };
    expect(await names()).toBe('cab');
    expect([await names('created_at'), await names('-created_at')]).toEqual(['bac', 'cab']);
    expect([await names('filename'), await names('-filename')]).toEqual(['abc', 'cba']);
    expect([await names('total'), await names('-total')]).toEqual(['abc', 'cba']);
    expect([await names('state'), await names('failed')]).toEqual(['bac', 'bac']);
    expect(ids.toSorted()).toEqual(ids);
    const unknown = await imports.call(manager, 'imports.list', {}, { ordering: 'sha256' });
    expect(unknown).toMatchObject({ status: 400 });
  });

  it('has an index for each order of the imports', async () => {
    const { rows } = await sql<{ indexdef: string }>`select indexdef from pg_indexes
      where tablename = 'imports'`.execute(server.plain.db);
    const indexed = rows.map(({ indexdef }) => /\(scope, (\w+)/.exec(indexdef)?.[1]);
    for (const order of importOrders) expect(indexed).toContain(order.replace('-', ''));
  });
});

describe('files that cannot be imported', () => {
  const file = async (content: Uint8Array, filename?: string) => {
    const manager = await server.manager();
    const { status, body } = await imports.save(manager, content, filename);
    return { status, code: body['code'], details: body['details'] };
  };
  const cells = (count: number) => Array.from({ length: count }, () => 'x');

  it('names a separate reason for each kind of file that cannot be imported', async () => {
    expect(await file(Buffer.alloc(MAX_IMPORT_BYTES + 100_000, 'a,b\n'))).toMatchObject({ status: 413 });
    const refusals: [Uint8Array, string][] = [
      [Buffer.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3]), 'file_not_csv'],
      [Buffer.from('\uFEFFName;Phone\r\nAnn;1', 'utf16le'), 'file_encoding'],
      [
        makeCsv(
          ['a', 'b'],
          Array.from({ length: 20_001 }, () => ['x', 'y']),
        ),
        'file_too_many_rows',
      ],
      [makeCsv(cells(61), [cells(61)]), 'file_too_many_columns'],
      [makeCsv(['a', 'b'], [['x', 'y'.repeat(1_000_000)]]), 'file_cell_too_long'],
      [Buffer.from('a,b\r\n"x,y\r\nz,1'), 'file_quotes'],
      [Buffer.from('a,b\r\n'), 'file_empty'],
    ];
    for (const [content, reason] of refusals)
      expect(await file(content)).toMatchObject({ status: 422, code: 'import_file', details: { file: reason } });
  });

  it('accepts a file of exactly the maximum number of rows and columns', async () => {
    expect(await file(makeCsv(cells(60), [cells(60)]))).toMatchObject({ status: 201 });
    expect(
      await file(
        makeCsv(
          ['a', 'b'],
          Array.from({ length: 20_000 }, () => ['x', 'y']),
        ),
      ),
    ).toMatchObject({ status: 201 });
  });

  it('refuses an import without a file, or with an incomplete or duplicate column mapping', async () => {
    const manager = await server.manager();
    expect(await imports.save(manager, new Uint8Array())).toMatchObject({ status: 400, body: { code: 'invalid' } });
    const saved = await imports.save(manager, makeCsv(importColumns, newPeopleRows(1)));
    const id = saved.body['id'] as string;
    for (const mapping of [
      ['first_name', null, null],
      [null, 'phone', 'email'],
      ['first_name', 'phone', 'phone'],
      ['first_name', 'phone'],
    ] as const)
      expect(await imports.preview(manager, id, settingsOf([...mapping]))).toMatchObject({ status: 400 });
  });

  it('accepts at most a hundred import files of an employee a day', async () => {
    const manager = await server.manager();
    const { db, scope } = server.plain;
    const day = server.iso().slice(0, 10);
    const count = { scope, user_id: manager.id, kind: 'imports', day, count: 99 };
    await db.insertInto('daily_counts').values(count).execute();
    const save = () => imports.save(manager, makeCsv(importColumns, newPeopleRows(1)));
    expect(await save()).toMatchObject({ status: 201 });
    expect(await save()).toMatchObject({ status: 429, body: { code: 'daily_limit' } });
  });

  it('stores nothing of a file that cannot be imported', async () => {
    const manager = await server.manager();
    for (const content of [Buffer.from([0x50, 0x4b, 0x03, 0x04]), makeCsv(['a', 'b'], [['x', 'y'.repeat(1_000_000)]])])
      await imports.save(manager, content);
    const { body } = await imports.call(manager, 'imports.list', {});
    expect(body['total_count']).toBe(0);
  });
});

describe('a file that was imported before', () => {
  const saveAfter = async (person: Person, content: Uint8Array) => {
    server.plain.clock.advance(1000);
    const { body } = await imports.save(person, content);
    return { same_file_at: body['same_file_at'], same_file_by: body['same_file_by'] };
  };

  it('reports when and by whom the same file was imported, even by a colleague', async () => {
    const manager = await server.manager({ first_name: 'Mary', last_name: 'Wolf' });
    const content = makeCsv(importColumns, newPeopleRows(1));
    const plan = await imports.plan(manager, content, simpleSettings);
    expect(plan).toMatchObject({ same_file_at: null, same_file_by: null });
    await imports.run(manager, plan);
    const same = { same_file_at: plan.created_at, same_file_by: 'Mary Wolf' };
    expect(await saveAfter(manager, content)).toEqual(same);
    expect(await saveAfter(await server.consultant(), content)).toEqual(same);
  });

  it('reports no earlier import for a file that was only checked or whose import was undone', async () => {
    const manager = await server.manager();
    const content = makeCsv(importColumns, newPeopleRows(1));
    const none = { same_file_at: null, same_file_by: null };
    const plan = await imports.plan(manager, content, simpleSettings);
    expect(await saveAfter(manager, content)).toEqual(none);
    await imports.run(manager, plan);
    await imports.call(manager, 'imports.undo', { id: plan.id });
    expect(await saveAfter(manager, content)).toEqual(none);
    await imports.drain();
    expect(await saveAfter(manager, content)).toEqual(none);
  });
});
