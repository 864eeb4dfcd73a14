import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLinkSteps, createLinkTeam, createLoginLink, tokenIn } from '../helpers/login-links.ts';
import { openTestServer, roles, type TestServer, type TestUser } from '../helpers/server.ts';

const DAY = 86_400_000;

let server: TestServer;
let maria: TestUser;
let olga: TestUser;
beforeAll(async () => {
  server = await openTestServer();
  ({ maria, olga } = await createLinkTeam(server));
});
afterAll(() => server.close());

const createUnreachablePerson = () => server.user({ responsible_id: olga.id, first_name: 'Nina', email: null });
const make = (by: TestUser, user_id: string) => createLoginLink(server, by, user_id);
const consumeLink = (token: string) => server.call('accounts.spend_link', { body: { token } });

const audited = async ({ id }: TestUser) =>
  (
    await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('target_id', '=', id)
      .where('action', 'like', 'credentials%')
      .orderBy('id')
      .execute()
  ).map(({ action, actor_id }) => [action, actor_id]);
const steps = (person: TestUser) => readLinkSteps(server, person);

describe('a person with neither email nor Telegram', () => {
  interface LinkRequest {
    id: string;
    user_id: string;
  }
  const requests = async (by: TestUser): Promise<LinkRequest[]> => {
    const { body } = await server.call('accounts.link_requests', { token: await server.tokenFor(by) });
    return body as unknown as LinkRequest[];
  };
  const answer = async (by: TestUser, id: string, confirm = true) =>
    server.call('accounts.answer_link_request', { token: await server.tokenFor(by), body: { id, confirm } });
  const requestFor = async ({ id }: TestUser) => (await requests(maria)).find(({ user_id }) => user_id === id)!;

  it('a login link can be created within an hour after a manager has confirmed the request', async () => {
    const nina = await createUnreachablePerson();
    expect((await make(olga, nina.id)).body).toMatchObject({ status: 'waiting', url: null, sent_to: [] });
    expect((await make(olga, nina.id)).body).toMatchObject({ status: 'waiting' });
    const linkRequest = await requestFor(nina);
    expect(linkRequest).toMatchObject({ user_name: `Nina ${nina.last_name}`, by_name: 'Olga Sommer' });
    expect((await answer(maria, linkRequest.id)).body).toEqual({ ok: true, message: 'Operation successful' });
    expect(await requestFor(nina)).toBeUndefined();
    server.clock.advance(3_600_000);
    const madeLink = await make(olga, nina.id);
    expect(madeLink.body).toMatchObject({ status: 'made', sent_to: [] });
    expect((await consumeLink(tokenIn(madeLink.body['url']))).status).toBe(200);
    expect((await make(olga, nina.id)).body).toMatchObject({ status: 'waiting' });
    expect(await audited(nina)).toEqual([
      ['credentials_link_asked', olga.id],
      ['credentials_link_confirmed', maria.id],
      ['credentials_link_made', olga.id],
      ['credentials_link_used', nina.id],
      ['credentials_link_asked', olga.id],
    ]);
    expect((await steps(nina)).map(([step]) => step)).toEqual(['asked', 'confirmed', 'made', 'used', 'asked']);
  });

  it('a login link requires a new confirmation after a refusal, after an hour, and if nobody has answered for a day', async () => {
    const nina = await createUnreachablePerson();
    await make(olga, nina.id);
    const first = await requestFor(nina);
    expect((await answer(maria, first.id, false)).status).toBe(200);
    expect((await answer(maria, first.id)).body['code']).toBe('not_found');
    expect((await make(olga, nina.id)).body['status']).toBe('waiting');
    await answer(maria, (await requestFor(nina)).id);
    server.clock.advance(3_601_000);
    expect((await make(olga, nina.id)).body['status']).toBe('waiting');
    const last = await requestFor(nina);
    server.clock.advance(DAY + 1000);
    expect((await answer(maria, last.id)).body['code']).toBe('not_found');
  });

  it('only the manager or an admin can confirm a login link, and the links that they create need no confirmation', async () => {
    const nina = await createUnreachablePerson();
    await make(olga, nina.id);
    const { id } = await requestFor(nina);
    const other = await server.user(roles.manager);
    expect(await requests(other)).toEqual([]);
    const [foreign, missing] = [await answer(other, id), await answer(other, uuidv7())];
    expect([foreign.status, foreign.body['code']]).toEqual([404, 'not_found']);
    expect([missing.status, missing.body['code']]).toEqual([404, 'not_found']);
    expect((await answer(olga, id)).status).toBe(403);
    const admin = await server.user(roles.admin);
    expect((await requests(admin)).map((request) => request.id)).toContain(id);
    for (const by of [maria, admin]) expect((await make(by, nina.id)).body['status']).toBe('made');
    expect((await answer(admin, id)).status).toBe(200);
  });

  it('confirms a login link for the employee who requested it and for no one else', async () => {
    const nina = await createUnreachablePerson();
    await make(olga, nina.id);
    await answer(maria, (await requestFor(nina)).id);
    const second = await server.user({ ...roles.consultant, responsible_id: maria.id });
    const { db } = server;
    await db.updateTable('users').set({ responsible_id: second.id }).where('id', '=', nina.id).execute();
    expect((await make(second, nina.id)).body['status']).toBe('waiting');
  });
});
