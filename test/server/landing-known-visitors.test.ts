import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_CONTACTS } from '../../contract/values.ts';
import { CONSENT_TEXT, openFormServer } from '../helpers/landing-forms.ts';
import { publishPage, publishVersion, type TestPage } from '../helpers/published-page.ts';
import { roles } from '../helpers/server.ts';

const world = await openFormServer();
const { member, consultant, visitor, personWith, contactsOf, eventsOf, postsOf, leadsOf } = world;
afterAll(() => world.close());

let page: TestPage;
beforeEach(async () => {
  page = await world.formPage();
});

const post = (fields: Record<string, string>, of = page) => world.post(of, fields);
const send = (fields: Record<string, string>, of = page) => world.send(of, fields);

/** Gives a user the maximum number of contacts. */
async function fillContacts(owner_id: string): Promise<void> {
  const { db, scope } = world.server;
  await sql`insert into contacts (scope, id, owner_id, first_name, created_at, updated_at)
    select ${scope}, ${owner_id} || '-' || n, ${owner_id}, 'Filler', now(), now()
    from generate_series(1, ${MAX_CONTACTS}::int) n`.execute(db);
}

describe('a known visitor', () => {
  it('a form with a known phone number creates no second person and is added to the timeline', async () => {
    const known = await world.server.user({ responsible_id: consultant.id, city: 'Bonn', referrer_id: null });
    const pokes = world.listen(consultant.id);
    const sent = visitor({ phone: known.phone!, email: 'someone.else@example.org', comment: 'Again' });
    const reply = await send(sent);
    expect(reply.body).toMatchObject({ ok: true, message: 'Your form has been sent.' });
    const people = await personWith(known.phone!);
    expect(people).toHaveLength(1);
    expect(people[0]).toMatchObject({ id: known.id, email: known.email, city: 'Bonn', source: known.source });
    expect(await eventsOf(known.id)).toEqual([
      { kind: 'form', by_id: null, detail: { page: 'First steps', text: 'Again' } },
    ]);
    expect(await pokes.next()).toBeGreaterThan(0);
    expect(await leadsOf(page)).toBe(1);
  });

  it('a form with a known email address creates no second person', async () => {
    const known = await world.server.user();
    await post(visitor({ email: known.email!.toUpperCase() }));
    expect(await eventsOf(known.id)).toMatchObject([{ kind: 'form' }]);
  });

  it("adds a known visitor to the owner's contacts without revealing that they have an account", async () => {
    const known = await world.server.user();
    await post(visitor({ phone: known.phone!, email: '' }));
    expect((await contactsOf(member)).at(-1)).toMatchObject({
      phones: [{ number: known.phone, label: '' }],
      linked_user_id: null,
      status: 'new',
    });
  });

  it('adds the form of a returning visitor to the notes of the existing contact', async () => {
    const sent = visitor({ comment: 'First' });
    await post(sent);
    const first = (await contactsOf(member)).at(-1)!;
    await world.server.db.updateTable('contacts').set({ linked_user_id: null }).where('id', '=', first.id).execute();
    await post({ ...sent, comment: 'Second' });
    const now = (await contactsOf(member)).at(-1)!;
    expect(now.id).toBe(first.id);
    expect(now.rev).toBeGreaterThan(first.rev);
    expect(now.field_revs['notes']).toBe(now.rev);
    expect(now.notes).toBe(`${first.notes}\nFormular auf der Seite „First steps“: Second`);
    expect(now.linked_user_id).toBe(first.linked_user_id);
  });

  it('accepts the form of a returning visitor even if the notes of the contact are full', async () => {
    const sent = visitor();
    await post(sent);
    const { id } = (await contactsOf(member)).at(-1)!;
    await world.server.db
      .updateTable('contacts')
      .set({ notes: 'x'.repeat(9_990) })
      .where('id', '=', id)
      .execute();
    await post({ ...sent, comment: 'Second' });
    expect((await contactsOf(member)).find((contact) => contact.id === id)?.notes).toBe(
      `${'x'.repeat(9_990)}\nFormular `,
    );
  });

  it('a visitor becomes only a lead if the owner has the maximum number of contacts', async () => {
    const full = await world.server.user();
    const own = await publishPage(world.server, full.id);
    await fillContacts(full.id);
    const sent = { name: 'Ada', phone: visitor().phone };
    expect((await post(sent, own)).statusCode).toBe(303);
    expect(await personWith(sent.phone)).toHaveLength(1);
    expect(await postsOf(own)).toMatchObject([{ contact_id: null }]);
    expect((await world.jobs('telegram_notice')).at(-1)).toMatchObject({
      button: { url: 'https://haversack.example/flows' },
    });
  });

  it('a known visitor becomes a contact of an employee unless already assigned to that employee', async () => {
    const other = await world.server.user(roles.consultant);
    const own = await publishPage(world.server, other.id);
    const mine = await world.server.user({ responsible_id: other.id });
    await post({ name: 'Ada', phone: mine.phone! }, own);
    expect(await contactsOf(other)).toEqual([]);
    const theirs = await world.server.user({ responsible_id: consultant.id });
    await post({ name: 'Ada', phone: theirs.phone! }, own);
    expect(await contactsOf(other)).toMatchObject([{ first_name: 'Ada', linked_user_id: null }]);
  });

  it("a form with an employee's phone number adds a contact, but no timeline entry", async () => {
    await post(visitor({ phone: consultant.phone! }));
    expect(await eventsOf(consultant.id)).toEqual([]);
    expect((await contactsOf(member)).at(-1)).toMatchObject({
      phones: [{ number: consultant.phone }],
      linked_user_id: null,
    });
    expect(await postsOf(page)).toMatchObject([{ person_id: null }]);
  });

  it("does not link a visitor's contact to a person whom the owner has invited in another way", async () => {
    const invited = await world.server.user({ referrer_id: member.id, source: 'registration' });
    await post(visitor({ phone: invited.phone! }));
    expect((await contactsOf(member)).at(-1)).toMatchObject({ linked_user_id: null });
  });
});

describe('a form of an older version of a page', () => {
  it('a form of an older version of a page counts with the consent that the visitor saw', async () => {
    const [old] = page.blocks;
    await publishVersion(world.server, page.id, 2, {
      blocks: [{ ...old!, consent: 'A new text.', fields: ['phone'] }],
    });
    expect((await send(visitor({ city: 'Jena' }))).status).toBe(200);
    expect(await postsOf(page)).toMatchObject([{ consent: CONSENT_TEXT, version: 1 }]);
  });

  it('shows a form again if its version is no longer known', async () => {
    const reply = await send(visitor({ version: '7' }));
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({
      ok: false,
      fields: {},
      message: expect.stringContaining('has changed') as string,
    });
    expect((await send(visitor({ version: '1; drop' }))).status).toBe(422);
    expect((await send(visitor({ form: uuidv7() }))).status).toBe(422);
    expect(await leadsOf(page)).toBe(0);
  });
});
