import { afterAll, describe, expect, it } from 'vitest';
import { MAX_IMPORT_ROWS } from '../../contract/imports/fields.ts';
import { ANALYZE_AFTER, IMPORT_BATCH } from '../../server/features/imports/run.ts';
import { importColumns, openImportWorld, newPeopleRows, simpleSettings } from '../helpers/import-world.ts';
import { makeCsv, settingsOf } from '../helpers/import-files.ts';

const DAY = 86_400_000;
const { server, ops, imports, personWith } = await openImportWorld();
afterAll(() => server.close());

it('imports 0.5% of the largest file at a time, and updates the planner statistics between two batches', () => {
  expect(IMPORT_BATCH).toBe(MAX_IMPORT_ROWS / 200);
  expect(ANALYZE_AFTER.map((rows) => rows % IMPORT_BATCH)).toEqual([0, 0, 0]);
});

describe('an import run', () => {
  it('imports each row exactly once even if the process is killed and batches run twice', async () => {
    const manager = await server.manager();
    const rows = newPeopleRows(1600);
    const plan = await imports.plan(manager, makeCsv(importColumns, rows), simpleSettings);
    await imports.start(manager, plan);
    const { resumeImports } = await import('../../server/features/imports/run.ts');
    for (let killCount = 0; killCount < 3; killCount += 1) {
      await imports.runOne();
      // A job of a process that died stays in the queue, and the next process queues it again.
      await resumeImports(server.plain.deps);
      await resumeImports(server.plain.deps);
    }
    expect(await imports.row(manager, plan.id)).toMatchObject({ state: 'running' });
    await imports.drain();
    expect(await imports.row(manager, plan.id)).toMatchObject({ state: 'completed', created: 1600, done: 1600 });
    const { count } = await server.plain.db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('scope', '=', server.plain.scope)
      .where('deleted_at', 'is', null)
      .where(
        'phone',
        'in',
        rows.map(([, phone]) => phone!),
      )
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1600);
  });

  it('reports progress of an import and of its undo within 2% of the rows in the database', async () => {
    const manager = await server.manager();
    // Every tenth row has a problem and is not written.
    const rows = newPeopleRows(1650).map((row, at) => (at % 10 === 9 ? ['', row[1]!, row[2]!] : row));
    const plan = await imports.plan(manager, makeCsv(importColumns, rows), simpleSettings);
    const planned = plan.created;
    expect(planned).toBe(1485);
    const emails = rows.map(([, , email]) => email!);
    const written = async (): Promise<number> => {
      const query = server.plain.db
        .selectFrom('users')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('scope', '=', server.plain.scope)
        .where('deleted_at', 'is', null)
        .where('email', 'in', emails);
      return Number((await query.executeTakeFirstOrThrow()).count);
    };
    const compare = async (truthOf: (count: number) => number): Promise<number[]> => {
      const reports: number[] = [];
      do {
        const { done, total } = await imports.row(manager, plan.id);
        expect(Math.abs(done / total - truthOf(await written()))).toBeLessThanOrEqual(0.02);
        reports.push(done);
      } while (await imports.runOne());
      return reports;
    };
    await imports.start(manager, plan);
    const steps = [...Array.from({ length: 17 }, (_, batch) => batch * 100), 1650];
    expect(await compare((count) => count / planned)).toEqual(steps);
    await imports.call(manager, 'imports.undo', { id: plan.id });
    expect(await compare((count) => 1 - count / planned)).toEqual(steps);
    expect(await written()).toBe(0);
  });

  it('stops a cancelled import after the current batch and skips the remaining rows', async () => {
    const manager = await server.manager();
    const rows = newPeopleRows(700);
    const plan = await imports.plan(manager, makeCsv(importColumns, rows), simpleSettings);
    await imports.start(manager, plan);
    await imports.runOne();
    expect(await imports.row(manager, plan.id)).toMatchObject({ state: 'running', done: 100 });
    await imports.call(manager, 'imports.cancel', { id: plan.id });
    await imports.drain();
    expect(await imports.row(manager, plan.id)).toMatchObject({
      state: 'cancelled',
      created: 100,
      skipped: 600,
      done: 100,
    });
    expect(await personWith(rows[699]![1]!)).toBeUndefined();
  });

  it('fails an import when the employee who started it is blocked before it runs', async () => {
    const kim = await server.consultant();
    const plan = await imports.plan(kim, makeCsv(importColumns, newPeopleRows(2)), simpleSettings);
    await imports.start(kim, plan);
    await server.plain.db.updateTable('users').set({ is_blocked: true }).where('id', '=', kim.id).execute();
    await imports.drain();
    await server.plain.db.updateTable('users').set({ is_blocked: false }).where('id', '=', kim.id).execute();
    expect(await imports.row(kim, plan.id)).toMatchObject({ state: 'failed', done: 0 });
  });

  it('reports a row whose phone number was taken after the check, and imports the other rows', async () => {
    const manager = await server.manager();
    const rows = newPeopleRows(3);
    const plan = await imports.plan(manager, makeCsv(importColumns, rows), simpleSettings);
    await imports.start(manager, plan);
    await ops.of(manager, { phone: rows[1]![1]! });
    await imports.drain();
    expect(await imports.row(manager, plan.id)).toMatchObject({
      state: 'completed_with_errors',
      created: 2,
      failed: 1,
    });
    expect((await imports.rows(manager, plan.id, 'error'))[0]).toMatchObject({
      index: 1,
      issues: [{ field: 'phone', code: 'phone_in_use' }],
    });
  });
});

describe('undoing an import', () => {
  it('undoing an import removes unchanged new people, restores fields and keeps changed people', async () => {
    const manager = await server.manager();
    const kim = await server.consultant({ responsible_id: manager.id });
    const known = await ops.of(kim, { first_name: 'Ida', city: 'Kiel' });
    const { phone: knownPhone } = await ops.userRow(known);
    const rows = [...newPeopleRows(2).map(([name, phone]) => [name!, phone!, 'Ulm']), ['Ida', knownPhone!, 'Bonn']];
    const plan = await imports.plan(
      manager,
      makeCsv(['a', 'b', 'c'], rows),
      settingsOf(['first_name', 'phone', 'city']),
    );
    const result = await imports.run(manager, plan);
    expect(result.undo_until).not.toBeNull();
    const changedPerson = await personWith(rows[1]![1]!);
    const take = await imports.call(kim, 'people.new_lead_task', { user_id: changedPerson!.id, start_in: 15 });
    expect(take.status).toBe(201);
    expect(await imports.call(manager, 'imports.undo', { id: plan.id })).toMatchObject({ status: 200 });
    await imports.drain();
    expect(await imports.row(manager, plan.id)).toMatchObject({
      state: 'reverted',
      reverted: 2,
      kept: 1,
      undo_until: null,
    });
    expect(await personWith(rows[0]![1]!)).toBeUndefined();
    expect(await personWith(rows[1]![1]!)).toMatchObject({ id: changedPerson!.id });
    expect(await ops.userRow(known)).toMatchObject({ city: 'Kiel' });
    expect(await imports.rows(manager, plan.id, 'kept')).toMatchObject([
      { index: 1, kept: 'worked_with', person: { id: changedPerson!.id } },
    ]);
  });

  it('states the reason for each person whom an undo keeps', async () => {
    const manager = await server.manager();
    const kim = await server.consultant({ responsible_id: manager.id });
    const known = await ops.of(kim, { first_name: 'Ida', city: 'Kiel' });
    const { phone: knownPhone } = await ops.userRow(known);
    const rows = [...newPeopleRows(4).map(([name, phone]) => [name!, phone!, 'Ulm']), ['Ida', knownPhone!, 'Bonn']];
    const plan = await imports.plan(
      manager,
      makeCsv(['a', 'b', 'c'], rows),
      settingsOf(['first_name', 'phone', 'city']),
    );
    await imports.run(manager, plan);
    const ids = await Promise.all(rows.map(async ([, phone]) => (await personWith(phone!))!.id));
    const { db } = server.plain;
    const { rev } = await ops.userRow(ids[0]!);
    await db
      .updateTable('users')
      .set({ rev: rev + 1 })
      .where('id', 'in', [ids[0]!, known])
      .execute();
    await db.updateTable('users').set({ password_hash: 'x' }).where('id', '=', ids[1]!).execute();
    await db.updateTable('users').set({ deleted_at: server.iso() }).where('id', '=', ids[2]!).execute();
    await imports.call(manager, 'imports.undo', { id: plan.id });
    await imports.drain();
    expect(await imports.row(manager, plan.id)).toMatchObject({ state: 'reverted', reverted: 1, kept: 4 });
    const kept = await imports.rows(manager, plan.id, 'kept');
    expect(kept.map((row) => [row.index, row.kept])).toEqual([
      [0, 'changed'],
      [1, 'has_login'],
      [2, 'removed'],
      [4, 'changed'],
    ]);
    expect(await personWith(rows[3]![1]!)).toBeUndefined();
  });

  it('lets an import be undone for seven days, and then deletes the stored rows of its file', async () => {
    const manager = await server.manager();
    const plan = await imports.plan(manager, makeCsv(importColumns, newPeopleRows(1)), simpleSettings);
    const { finished_at, undo_until } = await imports.run(manager, plan);
    expect(Date.parse(undo_until!) - Date.parse(finished_at!)).toBe(7 * DAY);
    const { dropOldImports } = await import('../../server/features/imports/old-imports.ts');
    await dropOldImports(server.plain.db, new Date(server.plain.clock.now().getTime() + 6 * DAY));
    expect(await imports.rows(manager, plan.id, 'create')).toHaveLength(1);
    server.plain.clock.advance(7 * DAY);
    expect(await imports.call(manager, 'imports.undo', { id: plan.id })).toMatchObject({
      body: { code: 'import_state' },
    });
    server.plain.clock.advance(1);
    await dropOldImports(server.plain.db, server.plain.clock.now());
    expect(await imports.rows(manager, plan.id, 'create')).toHaveLength(0);
    expect(await imports.row(manager, plan.id)).toMatchObject({ created: 1, undo_until: null });
    server.plain.clock.advance(-7 * DAY - 1);
  });
});
