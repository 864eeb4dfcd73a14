import { afterAll, describe, expect, it } from 'vitest';
import {
  importColumns,
  openImportWorld,
  newPeopleRows,
  simpleSettings,
  unusedContact,
} from '../helpers/import-world.ts';
import { makeCsv, settingsOf } from '../helpers/import-files.ts';

const { server, ops, imports, personWith } = await openImportWorld();
afterAll(() => server.close());

describe('importing people from a file', () => {
  it('imports exactly the previewed plan of a file, and lists the import with its counts', async () => {
    const manager = await server.manager();
    const rows = [...newPeopleRows(3), ['', '+4930200999', ''], ['Bad', 'abc', '']];
    const saved = await imports.save(manager, makeCsv(importColumns, rows));
    expect(saved).toMatchObject({
      status: 201,
      body: { total: 5, state: 'uploaded', encoding: 'utf-8', delimiter: 'comma', filename: 'people.csv' },
    });
    expect(saved.body['columns']).toEqual([
      { name: 'First name', field: 'first_name' },
      { name: 'Phone', field: 'phone' },
      { name: 'Email', field: 'email' },
    ]);
    const plan = await imports.plan(manager, makeCsv(importColumns, rows), simpleSettings);
    const counts = { total: 5, created: 3, updated: 0, unchanged: 0, skipped: 0, failed: 2, warnings: 0, success: 3 };
    expect(plan).toMatchObject({ ...counts, state: 'previewed', done: 0 });
    expect(await personWith(rows[0]![1]!)).toBeUndefined();
    const result = await imports.run(manager, plan);
    expect(result).toMatchObject({ ...counts, state: 'completed_with_errors', done: 5 });
    const [first, , , noName] = rows;
    expect(await personWith(first![1]!)).toMatchObject({
      first_name: 'Person 0',
      email: first![2],
      status: 'waiting',
      source: 'import',
      responsible_id: null,
    });
    expect(await personWith(noName![1]!)).toBeUndefined();
    const problems = await imports.rows(manager, plan.id, 'error');
    expect(problems.map(({ line, issues }) => [line, issues[0]?.code])).toEqual([
      [5, 'required'],
      [6, 'phone_invalid'],
    ]);
  });

  it('makes an imported person searchable for the responsible employee, and adds a timeline entry', async () => {
    const manager = await server.manager();
    const kim = await server.consultant({ responsible_id: manager.id });
    const { phone } = unusedContact();
    const settings = settingsOf(['first_name', 'phone', 'responsible']);
    const plan = await imports.plan(manager, makeCsv(['a', 'b', 'c'], [['Käthe', phone, kim.id]]), settings);
    await imports.run(manager, plan);
    const { body } = await imports.call(kim, 'team.structure_users', {}, { search: 'kaethe' });
    expect(body['results']).toMatchObject([{ first_name: 'Käthe', status: 'processing', responsible_id: kim.id }]);
    const person = await personWith(phone);
    const details = await imports.call(kim, 'people.details', { user_id: person!.id });
    expect(details.body['events']).toMatchObject([
      { kind: 'created', by_id: manager.id, detail: { source: 'import', file: 'people.csv' } },
    ]);
  });

  it('sends one notification to each employee who receives imported people, except the importer', async () => {
    const manager = await server.manager();
    const kim = await server.consultant({ responsible_id: manager.id });
    const rows = newPeopleRows(6).map(([name, phone], at) => [name!, phone!, at === 5 ? manager.id : kim.id]);
    const settings = settingsOf(['first_name', 'phone', 'responsible']);
    await imports.run(manager, await imports.plan(manager, makeCsv(['a', 'b', 'c'], rows), settings));
    const telegramNotices = await server.plain.db
      .selectFrom('jobs')
      .select('payload')
      .where('scope', '=', server.plain.scope)
      .where('kind', '=', 'telegram_notice')
      .execute();
    const own = telegramNotices.filter(({ payload }) =>
      [kim.id, manager.id].includes((payload as { user_id: string }).user_id),
    );
    expect(own).toMatchObject([{ payload: { user_id: kim.id, text: expect.stringContaining('5') } }]);
    const notifications = await server.plain.db
      .selectFrom('notifications')
      .select(['user_id', 'kind', 'title', 'count', 'by_id'])
      .where('user_id', 'in', [kim.id, manager.id])
      .execute();
    expect(notifications).toEqual([
      { user_id: kim.id, kind: 'people_imported', title: 'people.csv', count: 5, by_id: manager.id },
    ]);
  });

  it('updates the fields of a known person from an import, and adds tags to the existing ones', async () => {
    const manager = await server.manager();
    const kim = await server.consultant({ responsible_id: manager.id });
    const known = await ops.of(kim, { first_name: 'Ida', tags: ['music'], password_hash: null });
    const { phone } = await ops.userRow(known);
    const settings = settingsOf(['first_name', 'phone', 'city', 'tags', 'work_zone', 'gender']);
    const file = makeCsv(['a', 'b', 'c', 'd', 'e', 'f'], [['Ida', phone!, 'Bonn', 'books', 'North', 'f']]);
    const plan = await imports.plan(manager, file, settings);
    expect(plan).toMatchObject({ updated: 1, created: 0 });
    const [row] = await imports.rows(manager, plan.id, 'update');
    expect(row!.fields.toSorted()).toEqual(['city', 'gender', 'tags', 'work_zone']);
    expect(row!.person).toMatchObject({ id: known });
    await imports.run(manager, plan);
    expect(await ops.userRow(known)).toMatchObject({ city: 'Bonn', tags: ['music', 'books'], work_zone: 'North' });
    const again = await imports.plan(manager, file, settings);
    expect(again).toMatchObject({ updated: 0, unchanged: 1 });
  });

  it('refuses to start an outdated import plan, and stores the current one', async () => {
    const manager = await server.manager();
    const kim = await server.consultant({ responsible_id: manager.id });
    const rows = newPeopleRows(3);
    const plan = await imports.plan(manager, makeCsv(importColumns, rows), simpleSettings);
    await ops.of(kim, { phone: rows[1]![1]!, first_name: 'Other' });
    const refused = await imports.start(manager, plan);
    expect(refused).toMatchObject({ status: 409, body: { code: 'plan_changed' } });
    const next = await imports.row(manager, plan.id);
    expect(next).toMatchObject({ state: 'previewed', changed: 1, created: 2, updated: 1 });
    expect(next.plan_hash).not.toBe(plan.plan_hash);
    const changed = await imports.rows(manager, plan.id, 'changed');
    expect(changed).toMatchObject([{ index: 1, was: 'create', disposition: 'update' }]);
    expect(changed[0]!.fields.toSorted()).toEqual(['email', 'first_name']);
    expect(await imports.run(manager, next)).toMatchObject({ state: 'completed', created: 2, updated: 1 });
  });

  it('lists a row as changed when its plan has changed, until the next check', async () => {
    const manager = await server.manager();
    const kim = await server.consultant({ responsible_id: manager.id });
    const known = await ops.of(kim, { first_name: 'Ida', password_hash: null });
    const { phone } = await ops.userRow(known);
    const settings = settingsOf(['first_name', 'phone', 'city']);
    const plan = await imports.plan(manager, makeCsv(['a', 'b', 'c'], [['Ada', phone!, 'Bonn']]), settings);
    await server.plain.db.updateTable('users').set({ city: 'Bonn' }).where('id', '=', known).execute();
    expect(await imports.start(manager, plan)).toMatchObject({ status: 409 });
    const changed = await imports.rows(manager, plan.id, 'changed');
    expect(changed).toMatchObject([{ was: 'update', disposition: 'update', fields: ['first_name'] }]);
    expect(await imports.preview(manager, plan.id, settings)).toMatchObject({ body: { changed: 0 } });
    expect(await imports.rows(manager, plan.id, 'changed')).toEqual([]);
  });

  it('returns the running import when the same plan is started again', async () => {
    const manager = await server.manager();
    const plan = await imports.plan(manager, makeCsv(importColumns, newPeopleRows(2)), simpleSettings);
    await imports.start(manager, plan);
    expect(await imports.start(manager, plan)).toMatchObject({ status: 200, body: { state: 'running' } });
    await imports.drain();
    expect(await imports.start(manager, plan)).toMatchObject({ status: 200, body: { state: 'completed', created: 2 } });
    expect(await imports.preview(manager, plan.id, simpleSettings)).toMatchObject({
      status: 409,
      body: { code: 'import_state' },
    });
  });

  it('imports nothing while a row has an error, if the import is set to all or nothing', async () => {
    const manager = await server.manager();
    const rows = [...newPeopleRows(1), ['Bad', 'abc', '']];
    const plan = await imports.plan(manager, makeCsv(importColumns, rows), { ...simpleSettings, all_or_nothing: true });
    expect(await imports.start(manager, plan)).toMatchObject({ status: 422, body: { code: 'import_has_errors' } });
    expect(await personWith(rows[0]![1]!)).toBeUndefined();
  });

  it('imports edited cells and follows decisions about single rows', async () => {
    const manager = await server.manager();
    const rows = newPeopleRows(3);
    const { phone } = unusedContact();
    const settings = { ...simpleSettings, edits: { '0': { '1': phone } }, choices: { '2': 'skip' as const } };
    const plan = await imports.plan(manager, makeCsv(importColumns, rows), settings);
    expect(plan).toMatchObject({ created: 2, skipped: 1 });
    await imports.run(manager, plan);
    expect(await personWith(phone)).toMatchObject({ first_name: 'Person 0' });
    expect(await personWith(rows[0]![1]!)).toBeUndefined();
    expect(await personWith(rows[2]![1]!)).toBeUndefined();
  });

  it("creates missing tags from a manager's import, and refuses them in a consultant's", async () => {
    const [manager, kim] = [await server.manager(), await server.consultant()];
    const settings = settingsOf(['first_name', 'phone', 'tags']);
    const file = () => makeCsv(['a', 'b', 'c'], [['Tim', unusedContact().phone, 'climbing; music']]);
    const refused = await imports.plan(kim, file(), settings);
    expect((await imports.rows(kim, refused.id, 'error'))[0]?.issues).toEqual([{ field: 'tags', code: 'tag_unknown' }]);
    const plan = await imports.plan(manager, file(), settings);
    expect(await imports.run(manager, plan)).toMatchObject({ created: 1 });
    expect((await imports.plan(kim, file(), settings)).created).toBe(1);
  });
});
