import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, it } from 'vitest';
import { contactSearchText, personSearchText } from '../../contract/search/lines.ts';
import { fillSearchTexts, searchMatches } from '../../server/db/search-text.ts';
import { openLeadWorld } from '../helpers/leads.ts';

const { server, ops, carl, anna } = await openLeadWorld();
afterAll(() => server.close());
const { db, scope } = server.deps;

const contactRow = (id: string) => db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('stored search text', () => {
  it('the search text follows a lead through creation and edits', async () => {
    const op = ops.create({ first_name: 'Женя', phone: '+79031110001' });
    await server.send(carl, op);
    const created = await ops.userRow(op.id);
    expect(created.search).toBe(personSearchText(created));
    expect(created.search).toContain('zhenya');
    await server.send(carl, ops.edit(op.id, { first_name: 'Зоя', phone: '+79031110003' }));
    const edited = await ops.userRow(op.id);
    expect(edited.search).toBe(personSearchText(edited));
    expect(edited.search).toBe('zoya\nberg\n 79031110003 ');
  });

  it('the search text follows a member through registration and edits of the profile', async () => {
    const body = {
      first_name: 'Яна',
      last_name: 'Ким',
      email: `yana.${uuidv7()}@example.org`,
      phone: ops.unusedPhone(),
      password: 'a long enough one',
      language: 'ru',
      consent: true,
    };
    const { body: registered } = await server.plain.call('accounts.register', { body });
    const userQuery = db.selectFrom('users').selectAll().where('email', '=', body.email);
    const first = await userQuery.executeTakeFirstOrThrow();
    expect(first.search).toBe(personSearchText(first));
    expect(first.search).toContain('yana');
    const patch = { city: 'Пермь', telegram: 'yana_kim' };
    await server.plain.call('accounts.update_me', { token: String(registered['token']), body: patch });
    const second = await userQuery.executeTakeFirstOrThrow();
    expect(second.search).toBe(personSearchText(second));
    expect(second.search).toContain('perm');
  });

  it('the search text follows a profile that is edited on a device', async () => {
    const inna = await server.person({ first_name: 'Инна', city: null });
    const profile = { first_name: 'Ася', city: 'Пермь' };
    expect(await server.send(inna, server.op({ kind: 'me.update', id: inna.id, args: profile }))).toMatchObject({
      status: 200,
    });
    const row = await ops.userRow(inna.id);
    expect(row.search).toBe(personSearchText(row));
    expect(row.search).toContain('asya perm\n');
  });

  it('the search text is filled in for rows that have none, and other rows stay unchanged', async () => {
    const ids = Array.from({ length: 1001 }, () => uuidv7());
    const now = server.iso();
    await sql`insert into contacts (scope, id, owner_id, first_name, phones, emails, created_at, updated_at)
      select ${scope}, i, ${anna.id}, 'Фёдор', '[{"number":"+79031110002","label":""}]', '["f@example.org"]', ${now}, ${now}
      from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as i`.execute(db);
    const keptId = ids[0]!;
    await db.updateTable('contacts').set({ search: 'kept' }).where('id', '=', keptId).execute();
    await sql`update users set search = '' where scope = ${scope} and id = ${anna.id}`.execute(db);
    await db.transaction().execute((tx) => fillSearchTexts(tx));
    const rows = await db.selectFrom('contacts').select(['id', 'search']).where('id', 'in', ids).execute();
    expect(new Set(rows.filter(({ id }) => id !== keptId).map(({ search }) => search))).toEqual(
      new Set(['fedor\nf@example.org\n 79031110002 ']),
    );
    expect((await contactRow(keptId)).search).toBe('kept');
    const last = await contactRow(ids.at(-1)!);
    expect(last.search).toBe(contactSearchText(last));
    const filled = await ops.userRow(anna.id);
    expect(filled.search).toBe(personSearchText(filled));
  });

  it('a search looks up numbers and long words first, because they are rare', () => {
    const { parameters } = searchMatches('u', 'Eva Nowak Ute 4711').compile(db);
    expect(parameters).toEqual(['%4711%', '%nowak%', '%eva%', '%ute%']);
  });
});
