import { uuidv7 } from 'uuidv7';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { CONSENT_TEXT, openFormServer } from '../helpers/landing-forms.ts';
import { pageBlock } from '../helpers/page-blocks.ts';
import { publishPage, type TestPage } from '../helpers/published-page.ts';
import type { TestUser } from '../helpers/server.ts';

const world = await openFormServer();
const { member, consultant, visitor, personWith, contactsOf, eventsOf, postsOf, leadsOf } = world;
afterAll(() => world.close());

let page: TestPage;
beforeEach(async () => {
  page = await world.formPage();
});

const post = (fields: Record<string, string>, of = page) => world.post(of, fields);
const send = (fields: Record<string, string>, of = page) => world.send(of, fields);

describe('a form on a landing page', () => {
  it("a form on a member's page creates a waiting lead, and a contact of the member", async () => {
    const sent = visitor({ name: 'Ada King Lovelace', email: 'ADA@Example.org', city: 'Jena', comment: 'Call\r\nme' });
    const reply = await post(sent);
    expect([reply.statusCode, reply.headers.location]).toEqual([303, `/l/${page.unique_name}/thanks`]);
    const [person] = await personWith(sent.phone);
    expect(person).toMatchObject({
      ...{ first_name: 'Ada', last_name: 'King Lovelace', email: 'ada@example.org', city: 'Jena', language: 'en' },
      ...{ status: 'waiting', responsible_id: null, source: 'landing', referrer_id: member.id },
      ...{ consent_at: world.now(), waiting_since: world.now(), password_hash: null },
    });
    expect(await eventsOf(person!.id)).toEqual([
      { kind: 'created', by_id: null, detail: { source: 'landing', page: 'First steps', referrer: 'Mia Member' } },
      { kind: 'form', by_id: null, detail: { page: 'First steps', text: 'Call\nme' } },
    ]);
    const how = 'Formular auf der Seite „First steps“';
    const contact = (await contactsOf(member)).find(({ linked_user_id }) => linked_user_id === person!.id);
    expect(contact).toMatchObject({
      ...{ first_name: 'Ada', last_name: 'King Lovelace', emails: ['ada@example.org'], city: 'Jena', status: 'new' },
      phones: [{ number: sent.phone, label: '' }],
      notes: `${how}: Call\nme`,
      consent: { given_at: world.now(), how },
    });
    expect(await postsOf(page)).toMatchObject([
      { person_id: person!.id, contact_id: contact!.id, consent: CONSENT_TEXT, version: 1, at: world.now() },
    ]);
  });

  it("a form on an employee's page creates a lead of the employee, without a contact", async () => {
    const own = await publishPage(world.server, consultant.id, { lang: 'ru' });
    const sent = { name: 'Ada', phone: visitor().phone };
    expect((await post(sent, own)).statusCode).toBe(303);
    const [person] = await personWith(sent.phone);
    expect(person).toMatchObject({
      ...{ status: 'processing', responsible_id: consultant.id, waiting_since: null, language: 'ru' },
      ...{ source: 'landing', referrer_id: consultant.id },
    });
    expect(await contactsOf(consultant)).toEqual([]);
  });

  it('a form queues the assignment of a waiting lead, and not of a lead who is already assigned', async () => {
    const jobs = () => world.jobs('assign_leads');
    const own = await publishPage(world.server, consultant.id);
    const before = (await jobs()).length;
    await post({ name: 'Ada', phone: visitor().phone }, own);
    expect(await jobs()).toHaveLength(before);
    await post(visitor());
    expect(await jobs()).toHaveLength(before + 1);
  });

  it.each(['member', 'consultant'] as const)('a form notifies its owner, a %s, and counts as a lead', async (role) => {
    const owner = { member, consultant }[role];
    const own = await publishPage(world.server, owner.id, { title: 'Read with me' });
    const pokes = world.listen(owner.id);
    await post({ name: 'Ada', phone: visitor().phone }, own);
    expect(await pokes.next()).toBeGreaterThan(0);
    const notice = (await world.jobs('telegram_notice')).at(-1) as {
      user_id: string;
      text: string;
      button: { url: string };
    };
    expect(notice.user_id).toBe(owner.id);
    expect(notice.text).toContain('Read with me');
    expect(notice.button.url).toMatch(
      role === 'member'
        ? /^https:\/\/haversack.example\/contacts\/[\w-]+$/
        : /^https:\/\/haversack.example\/user\/view-details\/[\w-]+$/,
    );
    const stats = await world.server.db
      .selectFrom('flow_stats')
      .select(['leads', 'rev'])
      .where('id', '=', own.id)
      .execute();
    expect(stats).toMatchObject([{ leads: 1 }]);
    expect(stats[0]!.rev).toBeGreaterThan(0);
    const days = await world.server.db
      .selectFrom('landing_days')
      .select(['leads', 'views', 'day'])
      .where('flow_id', '=', own.id)
      .execute();
    expect(days).toEqual([{ leads: 1, views: 0, day: world.now().slice(0, 10) }]);
  });

  it('a lead gets the tag of the form only if it is one of the tags for people', async () => {
    await world.addTag('Beginner');
    const tagsAfterForm = async (tag: string) => {
      const form = pageBlock('form', { consent: CONSENT_TEXT, tag });
      const sent = { name: 'Ada', phone: visitor().phone };
      await post(sent, await publishPage(world.server, member.id, { blocks: [form] }));
      return (await personWith(sent.phone))[0]!.tags;
    };
    expect(await tagsAfterForm('Beginner')).toEqual(['Beginner']);
    expect(await tagsAfterForm('Removed')).toEqual([]);
    expect(await tagsAfterForm('')).toEqual([]);
  });

  it('stores HTML in every field of a form as plain text', async () => {
    const html = '<img src=x onerror=alert(1)>';
    const sent = visitor({ name: `<b>Ada</b> ${html}`, city: html, comment: html });
    await post(sent);
    const [person] = await personWith(sent.phone);
    expect(person).toMatchObject({ first_name: '<b>Ada</b>', last_name: html, city: html });
    expect((await eventsOf(person!.id))[1]?.detail).toMatchObject({ text: html });
    expect((await contactsOf(member)).at(-1)).toMatchObject({ notes: expect.stringContaining(html) as string });
  });

  it('a lead without a name is called a visitor, in the language of the page', async () => {
    const form = pageBlock('form', { fields: ['email'], consent: CONSENT_TEXT });
    const pageWithoutName = await publishPage(world.server, member.id, { lang: 'de', blocks: [form] });
    expect((await post({ email: 'nameless@example.org' }, pageWithoutName)).statusCode).toBe(303);
    const found = await world.server.db
      .selectFrom('users')
      .select('first_name')
      .where('email', '=', 'nameless@example.org')
      .execute();
    expect(found).toEqual([{ first_name: 'Besucher' }]);
  });

  it("a form accepts a number as it is written in the owner's country, otherwise in a country of the page's language", async () => {
    const austrian = await world.server.user({ country: 'AT' });
    const of = async (owner: TestUser, lang: 'de' | 'ru', phone: string, stored: string) => {
      const own = await publishPage(world.server, owner.id, { lang });
      await post({ name: 'Ada', phone }, own);
      expect(await personWith(stored)).toHaveLength(1);
    };
    await of(austrian, 'de', '0660 1234567', '+436601234567');
    await of(member, 'de', '0151 - 234 56 789', '+4915123456789');
    await of(member, 'ru', '8 (912) 345-67-89', '+79123456789');
    await of(member, 'ru', '+49 151 23456780', '+4915123456780');
  });
});

describe('a form that is sent twice', () => {
  it('a form sent twice with the same key creates one lead and gets the same response', async () => {
    const sent = visitor({ key: uuidv7() });
    expect((await send(sent)).body).toMatchObject({ ok: true, message: 'Your form has been sent.' });
    expect((await send({ ...sent, comment: 'changed on the way' })).body).toMatchObject({ ok: true });
    expect(await leadsOf(page)).toBe(1);
    expect(await postsOf(page)).toHaveLength(1);
    expect((await eventsOf((await personWith(sent.phone))[0]!.id)).map(({ kind }) => kind)).toEqual([
      'created',
      'form',
    ]);
  });

  it('a form sent twice with the same key at the same moment creates one lead', async () => {
    const sent = visitor({ key: uuidv7() });
    const replies = await Promise.all([post(sent), post(sent), post(sent)]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
    expect(await leadsOf(page)).toBe(1);
  });

  it('a form sent twice within a day from a page without a script creates one lead', async () => {
    const sent = visitor({ comment: 'Hello' });
    await post(sent);
    await post({ ...sent, name: ` ${sent.name}  ` });
    world.advance(24 * 3_600_000 - 1);
    expect((await post(sent)).statusCode).toBe(303);
    expect(await leadsOf(page)).toBe(1);
    world.advance(1);
    await post(sent);
    expect(await leadsOf(page)).toBe(2);
    await post({ ...sent, comment: 'Hello again' });
    expect(await leadsOf(page)).toBe(3);
    expect(await personWith(sent.phone)).toHaveLength(1);
  });

  it('a form with the same key for another page creates another lead', async () => {
    const other = await publishPage(world.server, member.id);
    const key = uuidv7();
    await send({ ...visitor(), key });
    await send({ name: 'Ada', phone: visitor().phone, key }, other);
    expect([await leadsOf(page), await leadsOf(other)]).toEqual([1, 1]);
  });
});
