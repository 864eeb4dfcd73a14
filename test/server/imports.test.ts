import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, it } from 'vitest';
import { MAX_IMPORT_BYTES } from '../../contract/imports/fields.ts';
import { openLeadWorld } from '../helpers/leads.ts';
import { csvOf, importClient, settingsOf } from '../helpers/imports.ts';

const DAY = 86_400_000;
const { server, ops } = await openLeadWorld();
afterAll(() => server.close());
const imports = importClient(server);
const columns = ['First name', 'Phone', 'Email'];
const simple = settingsOf(['first_name', 'phone', 'email']);

let counter = 0;
/** A number and an address that no one has. */
const unused = () => {
  counter += 1;
  const digits = String(counter).padStart(4, '0');
  return { phone: `+4930200${digits}`, email: `import${digits}@example.org` };
};

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const { phone, email } = unused();
    return [`Person ${at}`, phone, email];
  });

const personWith = async (phone: string) =>
  server.plain.db
    .selectFrom('users')
    .selectAll()
    .where('scope', '=', server.plain.scope)
    .where('phone', '=', phone)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

describe('importing people from a file', () => {
  it('previews a file, imports exactly that plan, and lists the import with its counts', async () => {
    const boss = await server.manager();
    const rows = [...people(3), ['', '+4930200999', ''], ['Bad', 'abc', '']];
    const saved = await imports.save(boss, csvOf(columns, rows));
    expect(saved).toMatchObject({
      status: 201,
      body: { total: 5, state: 'uploaded', encoding: 'utf-8', delimiter: 'comma', filename: 'people.csv' },
    });
    expect(saved.body['columns']).toEqual([
      { name: 'First name', field: 'first_name' },
      { name: 'Phone', field: 'phone' },
      { name: 'Email', field: 'email' },
    ]);
    const plan = await imports.plan(boss, csvOf(columns, rows), simple);
    const counts = { total: 5, created: 3, updated: 0, unchanged: 0, skipped: 0, failed: 2, warnings: 0, success: 3 };
    expect(plan).toMatchObject({ ...counts, state: 'previewed', done: 0 });
    expect(await personWith(rows[0]![1]!)).toBeUndefined();
    const result = await imports.run(boss, plan);
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
    const problems = await imports.rows(boss, plan.id, 'error');
    expect(problems.map(({ line, issues }) => [line, issues[0]?.code])).toEqual([
      [5, 'required'],
      [6, 'phone_invalid'],
    ]);
  });

  it('makes an imported person searchable, adds the timeline, and mirrors the person to their employee', async () => {
    const boss = await server.manager();
    const kim = await server.consultant({ responsible_id: boss.id });
    const { phone } = unused();
    const settings = settingsOf(['first_name', 'phone', 'responsible']);
    const plan = await imports.plan(boss, csvOf(['a', 'b', 'c'], [['Käthe', phone, kim.id]]), settings);
    await imports.run(boss, plan);
    const { body } = await imports.call(kim, 'team.structure_users', {}, { search: 'kaethe' });
    expect(body['results']).toMatchObject([{ first_name: 'Käthe', status: 'processing', responsible_id: kim.id }]);
    const person = await personWith(phone);
    const details = await imports.call(kim, 'people.details', { user_id: person!.id });
    expect(details.body['events']).toMatchObject([
      { kind: 'created', by_id: boss.id, detail: { source: 'import', file: 'people.csv' } },
    ]);
  });

  it('sends one notice to each employee who receives people, and none to the one who imports', async () => {
    const boss = await server.manager();
    const kim = await server.consultant({ responsible_id: boss.id });
    const rows = people(6).map(([name, phone], at) => [name!, phone!, at === 5 ? boss.id : kim.id]);
    const settings = settingsOf(['first_name', 'phone', 'responsible']);
    await imports.run(boss, await imports.plan(boss, csvOf(['a', 'b', 'c'], rows), settings));
    const notices = await server.plain.db
      .selectFrom('jobs')
      .select('payload')
      .where('scope', '=', server.plain.scope)
      .where('kind', '=', 'telegram_notice')
      .execute();
    const own = notices.filter(({ payload }) => [kim.id, boss.id].includes((payload as { user_id: string }).user_id));
    expect(own).toMatchObject([{ payload: { user_id: kim.id, text: expect.stringContaining('5') } }]);
  });

  it('updates a known person field by field, and adds tags to the ones that are there', async () => {
    const boss = await server.manager();
    const kim = await server.consultant({ responsible_id: boss.id });
    const known = await ops.of(kim, { first_name: 'Ida', tags: ['music'], password_hash: null });
    const { phone } = await ops.userRow(known);
    const settings = settingsOf(['first_name', 'phone', 'city', 'tags', 'work_zone', 'gender']);
    const file = csvOf(['a', 'b', 'c', 'd', 'e', 'f'], [['Ida', phone!, 'Bonn', 'books', 'North', 'f']]);
    const plan = await imports.plan(boss, file, settings);
    expect(plan).toMatchObject({ updated: 1, created: 0 });
    const [row] = await imports.rows(boss, plan.id, 'update');
    expect(row!.fields.toSorted()).toEqual(['city', 'gender', 'tags', 'work_zone']);
    expect(row!.person).toMatchObject({ id: known });
    await imports.run(boss, plan);
    expect(await ops.userRow(known)).toMatchObject({ city: 'Bonn', tags: ['music', 'books'], work_zone: 'North' });
    const again = await imports.plan(boss, file, settings);
    expect(again).toMatchObject({ updated: 0, unchanged: 1 });
  });

  it('refuses a plan that is no longer what the import would do, and stores the new one', async () => {
    const boss = await server.manager();
    const kim = await server.consultant({ responsible_id: boss.id });
    const rows = people(3);
    const plan = await imports.plan(boss, csvOf(columns, rows), simple);
    await ops.of(kim, { phone: rows[1]![1]!, first_name: 'Other' });
    const refused = await imports.start(boss, plan);
    expect(refused).toMatchObject({ status: 409, body: { code: 'plan_changed' } });
    const next = await imports.row(boss, plan.id);
    expect(next).toMatchObject({ state: 'previewed', changed: 1, created: 2, updated: 1 });
    expect(next.plan_hash).not.toBe(plan.plan_hash);
    expect(await imports.run(boss, next)).toMatchObject({ state: 'completed', created: 2, updated: 1 });
  });

  it('answers a repeated start of the same plan with the running import', async () => {
    const boss = await server.manager();
    const plan = await imports.plan(boss, csvOf(columns, people(2)), simple);
    await imports.start(boss, plan);
    expect(await imports.start(boss, plan)).toMatchObject({ status: 200, body: { state: 'running' } });
    await imports.drain();
    expect(await imports.start(boss, plan)).toMatchObject({ status: 200, body: { state: 'completed', created: 2 } });
    expect(await imports.preview(boss, plan.id, simple)).toMatchObject({ status: 409, body: { code: 'import_state' } });
  });

  it('imports nothing while a row has an error, if all or nothing is wanted', async () => {
    const boss = await server.manager();
    const rows = [...people(1), ['Bad', 'abc', '']];
    const plan = await imports.plan(boss, csvOf(columns, rows), { ...simple, all_or_nothing: true });
    expect(await imports.start(boss, plan)).toMatchObject({ status: 422, body: { code: 'import_has_errors' } });
    expect(await personWith(rows[0]![1]!)).toBeUndefined();
  });

  it('uses edited cells and decisions about single rows instead of the file', async () => {
    const boss = await server.manager();
    const rows = people(3);
    const { phone } = unused();
    const settings = { ...simple, edits: { '0': { '1': phone } }, choices: { '2': 'skip' as const } };
    const plan = await imports.plan(boss, csvOf(columns, rows), settings);
    expect(plan).toMatchObject({ created: 2, skipped: 1 });
    await imports.run(boss, plan);
    expect(await personWith(phone)).toMatchObject({ first_name: 'Person 0' });
    expect(await personWith(rows[0]![1]!)).toBeUndefined();
    expect(await personWith(rows[2]![1]!)).toBeUndefined();
  });

  it('creates missing tags for a manager, and refuses them in the file of a consultant', async () => {
    const [boss, kim] = [await server.manager(), await server.consultant()];
    const settings = settingsOf(['first_name', 'phone', 'tags']);
    const file = () => csvOf(['a', 'b', 'c'], [['Tim', unused().phone, 'climbing; music']]);
    const refused = await imports.plan(kim, file(), settings);
    expect((await imports.rows(kim, refused.id, 'error'))[0]?.issues).toEqual([{ field: 'tags', code: 'tag_unknown' }]);
    const plan = await imports.plan(boss, file(), settings);
    expect(await imports.run(boss, plan)).toMatchObject({ created: 1 });
    expect((await imports.plan(kim, file(), settings)).created).toBe(1);
  });
});

describe('a run of an import', () => {
  it('gives the same result as an undisturbed one when it is killed on the way and batches run twice', async () => {
    const boss = await server.manager();
    const rows = people(1600);
    const plan = await imports.plan(boss, csvOf(columns, rows), simple);
    await imports.start(boss, plan);
    const { resumeImports } = await import('../../server/features/imports/run.ts');
    for (let killed = 0; killed < 3; killed += 1) {
      await imports.runOne();
      // A process that dies leaves its job behind, and the next one queues it again.
      await resumeImports(server.plain.deps);
      await resumeImports(server.plain.deps);
    }
    expect(await imports.row(boss, plan.id)).toMatchObject({ state: 'running' });
    await imports.drain();
    expect(await imports.row(boss, plan.id)).toMatchObject({ state: 'completed', created: 1600, done: 1600 });
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

  it('stops between batches when it is cancelled, and leaves the rest out', async () => {
    const boss = await server.manager();
    const rows = people(700);
    const plan = await imports.plan(boss, csvOf(columns, rows), simple);
    await imports.start(boss, plan);
    await imports.runOne();
    expect(await imports.row(boss, plan.id)).toMatchObject({ state: 'running', done: 500 });
    await imports.call(boss, 'imports.cancel', { id: plan.id });
    await imports.drain();
    expect(await imports.row(boss, plan.id)).toMatchObject({
      state: 'cancelled',
      created: 500,
      skipped: 200,
      done: 500,
    });
    expect(await personWith(rows[699]![1]!)).toBeUndefined();
  });

  it('ends as failed when the employee who imports is blocked meanwhile', async () => {
    const kim = await server.consultant();
    const plan = await imports.plan(kim, csvOf(columns, people(2)), simple);
    await imports.start(kim, plan);
    await server.plain.db.updateTable('users').set({ is_blocked: true }).where('id', '=', kim.id).execute();
    await imports.drain();
    await server.plain.db.updateTable('users').set({ is_blocked: false }).where('id', '=', kim.id).execute();
    expect(await imports.row(kim, plan.id)).toMatchObject({ state: 'failed', done: 0 });
  });

  it('reports a row whose phone someone else got after the start, and imports the others', async () => {
    const boss = await server.manager();
    const rows = people(3);
    const plan = await imports.plan(boss, csvOf(columns, rows), simple);
    await imports.start(boss, plan);
    await ops.of(boss, { phone: rows[1]![1]! });
    await imports.drain();
    expect(await imports.row(boss, plan.id)).toMatchObject({ state: 'completed_with_errors', created: 2, failed: 1 });
    expect((await imports.rows(boss, plan.id, 'error'))[0]).toMatchObject({
      index: 1,
      issues: [{ field: 'phone', code: 'phone_in_use' }],
    });
  });
});

describe('undoing an import', () => {
  it('removes untouched people, restores changed fields, and leaves people who were changed since', async () => {
    const boss = await server.manager();
    const kim = await server.consultant({ responsible_id: boss.id });
    const known = await ops.of(kim, { first_name: 'Ida', city: 'Kiel' });
    const { phone: knownPhone } = await ops.userRow(known);
    const rows = [...people(2).map(([name, phone]) => [name!, phone!, 'Ulm']), ['Ida', knownPhone!, 'Bonn']];
    const plan = await imports.plan(boss, csvOf(['a', 'b', 'c'], rows), settingsOf(['first_name', 'phone', 'city']));
    const result = await imports.run(boss, plan);
    expect(result.undo_until).not.toBeNull();
    const touched = await personWith(rows[1]![1]!);
    const take = await imports.call(kim, 'people.new_lead_task', { user_id: touched!.id, start_in: 15 });
    expect(take.status).toBe(201);
    expect(await imports.call(boss, 'imports.undo', { id: plan.id })).toMatchObject({ status: 200 });
    await imports.drain();
    expect(await imports.row(boss, plan.id)).toMatchObject({
      state: 'reverted',
      reverted: 2,
      kept: 1,
      undo_until: null,
    });
    expect(await personWith(rows[0]![1]!)).toBeUndefined();
    expect(await personWith(rows[1]![1]!)).toMatchObject({ id: touched!.id });
    expect(await ops.userRow(known)).toMatchObject({ city: 'Kiel' });
  });

  it('is possible for seven days, and then the file and its rows are deleted', async () => {
    const boss = await server.manager();
    const plan = await imports.plan(boss, csvOf(columns, people(1)), simple);
    const { finished_at, undo_until } = await imports.run(boss, plan);
    expect(Date.parse(undo_until!) - Date.parse(finished_at!)).toBe(7 * DAY);
    const { dropOldImports } = await import('../../server/features/imports/old-imports.ts');
    await dropOldImports(server.plain.db, new Date(server.plain.clock.now().getTime() + 6 * DAY));
    expect(await imports.rows(boss, plan.id, 'create')).toHaveLength(1);
    server.plain.clock.advance(7 * DAY);
    expect(await imports.call(boss, 'imports.undo', { id: plan.id })).toMatchObject({ body: { code: 'import_state' } });
    server.plain.clock.advance(1);
    await dropOldImports(server.plain.db, server.plain.clock.now());
    expect(await imports.rows(boss, plan.id, 'create')).toHaveLength(0);
    expect(await imports.row(boss, plan.id)).toMatchObject({ created: 1, undo_until: null });
    server.plain.clock.advance(-7 * DAY - 1);
  });
});

describe('access to imports', () => {
  it('shows an import to its employee, the manager and admins, and answers others as if it did not exist', async () => {
    const boss = await server.manager();
    const kim = await server.consultant({ responsible_id: boss.id });
    const [other, admin] = [await server.manager(), await server.manager({ is_superuser: true })];
    const plan = await imports.plan(kim, csvOf(columns, people(1)), simple);
    for (const person of [kim, boss, admin]) expect(await imports.row(person, plan.id)).toMatchObject({ id: plan.id });
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
    expect(await imports.start(boss, plan)).toMatchObject({ status: 404 });
  });

  it('tells nothing but "in use" of people whom the caller does not look after', async () => {
    const [kim, lee] = [await server.consultant(), await server.consultant()];
    const hidden = await ops.of(lee);
    const { phone } = await ops.userRow(hidden);
    const plan = await imports.plan(kim, csvOf(columns, [['Ida', phone!, '']]), simple);
    expect(await imports.rows(kim, plan.id, 'error')).toMatchObject([
      { person: null, issues: [{ field: 'phone', code: 'phone_in_use' }] },
    ]);
  });
});

describe('files that cannot be imported', () => {
  const file = async (content: Uint8Array, filename?: string) => {
    const boss = await server.manager();
    const { status, body } = await imports.save(boss, content, filename);
    return { status, code: body['code'], details: body['details'] };
  };
  const zeros = (count: number) => Array.from({ length: count }, () => 'x');

  it('refuses each with its own reason, and stores nothing', async () => {
    expect(await file(Buffer.alloc(MAX_IMPORT_BYTES + 100_000, 'a,b\n'))).toMatchObject({ status: 413 });
    const refusals: [Uint8Array, string][] = [
      [Buffer.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3]), 'file_not_csv'],
      [Buffer.from('\uFEFFName;Phone\r\nAnn;1', 'utf16le'), 'file_encoding'],
      [
        csvOf(
          ['a', 'b'],
          Array.from({ length: 20_001 }, () => ['x', 'y']),
        ),
        'file_too_many_rows',
      ],
      [csvOf(zeros(61), [zeros(61)]), 'file_too_many_columns'],
      [csvOf(['a', 'b'], [['x', 'y'.repeat(1_000_000)]]), 'file_cell_too_long'],
      [Buffer.from('a,b\r\n"x,y\r\nz,1'), 'file_quotes'],
      [Buffer.from('a,b\r\n'), 'file_empty'],
    ];
    for (const [content, reason] of refusals)
      expect(await file(content)).toMatchObject({ status: 422, code: 'import_file', details: { file: reason } });
  });

  it('accepts a file of exactly the maximum number of rows and columns', async () => {
    expect(await file(csvOf(zeros(60), [zeros(60)]))).toMatchObject({ status: 201 });
    expect(
      await file(
        csvOf(
          ['a', 'b'],
          Array.from({ length: 20_000 }, () => ['x', 'y']),
        ),
      ),
    ).toMatchObject({ status: 201 });
  });

  it('refuses a body without a file, and a mapping that lacks a field or has one twice', async () => {
    const boss = await server.manager();
    expect(await imports.save(boss, new Uint8Array())).toMatchObject({ status: 400, body: { code: 'invalid' } });
    const saved = await imports.save(boss, csvOf(columns, people(1)));
    const id = saved.body['id'] as string;
    for (const mapping of [
      ['first_name', null, null],
      [null, 'phone', 'email'],
      ['first_name', 'phone', 'phone'],
      ['first_name', 'phone'],
    ] as const)
      expect(await imports.preview(boss, id, settingsOf([...mapping]))).toMatchObject({ status: 400 });
  });

  it('says when the same file was imported before', async () => {
    const boss = await server.manager();
    const content = csvOf(columns, people(1));
    const plan = await imports.plan(boss, content, simple);
    await imports.run(boss, plan);
    server.plain.clock.advance(1000);
    const again = await imports.save(boss, content);
    expect(again.body['same_file_at']).toBe(plan.created_at);
  });
});
