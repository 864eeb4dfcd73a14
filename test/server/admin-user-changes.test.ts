import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox } from '../helpers/emails.ts';
import { storedUser } from '../helpers/employee-team.ts';
import { codesIn, openTestServer, roles, TestClock, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let mailbox: Mailbox;
let admin: TestUser;
const clock = new TestClock();

beforeAll(async () => {
  server = await openTestServer({ clock });
  mailbox = new Mailbox(server);
  admin = await server.user({ ...roles.admin, first_name: 'Viktor' });
});
afterAll(() => server.close());

const update = (id: string, body: object) =>
  server.call('admin.update_user', { token: admin.token, params: { id }, body });
const stored = (id: string) => storedUser(server, id);
const statusOf = async ({ token }: TestUser) => (await server.call('accounts.me', { token })).body['code'] ?? 'open';
const auditOf = (target_id: string) =>
  server.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'detail'])
    .where('scope', '=', server.scope)
    .where('target_id', '=', target_id)
    .orderBy('id')
    .execute();

describe('a change of an account', () => {
  it('changes only the fields of an account that the request names', async () => {
    const nina = await server.user({ country: 'DE', is_staff: true });
    const { status, body } = await update(nina.id, { first_name: 'Nina', language: 'ru' });
    expect([status, body['message']]).toEqual([200, 'User successfully updated']);
    const { rev, updated_at, search, field_revs, ...changed } = await stored(nina.id);
    expect({ ...nina, ...changed }).toMatchObject({
      first_name: 'Nina',
      language: 'ru',
      last_name: nina.last_name,
      country: 'DE',
      is_staff: true,
    });
    expect(search).toContain('nina');
    expect(field_revs).toEqual({ first_name: rev, language: rev });
    expect(updated_at).toBe(clock.now().toISOString());
    expect(await statusOf(nina)).toBe('open');
  });

  it('neither writes nor audits a change that sets only values which the account already has', async () => {
    const nina = await server.user();
    const before = await stored(nina.id);
    const { status } = await update(nina.id, { first_name: nina.first_name, is_active: true });
    expect([status, await stored(nina.id), await auditOf(nina.id)]).toEqual([200, before, []]);
  });

  it('notifies the old address of an email change, and invalidates the reset link sent there', async () => {
    const nina = await server.user();
    await server.call('accounts.recover', { body: { email: nina.email! } });
    const token = await mailbox.linkTokenFor(nina.email!, '/password-reset');
    const email = `new${uuidv7()}@example.org`;
    await update(nina.id, { email });
    expect((await mailbox.receive(nina.email!)).map(({ subject }) => subject)).toEqual([
      'Your email address was changed',
    ]);
    const reply = await server.call('accounts.reset_password', { body: { token, password: 'three brown stones' } });
    expect(reply.body['code']).toBe('link_expired');
    expect((await stored(nina.id)).email).toBe(email);
  });

  it('refuses taken, malformed and unknown fields, and an account with neither phone nor email', async () => {
    const [nina, other] = [await server.user(), await server.user()];
    expect(codesIn((await update(nina.id, { email: other.email })).body)).toEqual({ email: 'email_taken' });
    expect(codesIn((await update(nina.id, { phone: other.phone })).body)).toEqual({ phone: 'phone_taken' });
    expect(codesIn((await update(nina.id, { phone: 'x' })).body)).toEqual({ phone: 'phone_invalid' });
    expect(codesIn((await update(nina.id, { token_version: 9 })).body)).toMatchObject({ token_version: 'unknown' });
    expect(codesIn((await update(nina.id, {})).body)).toEqual({ body: 'empty' });
    expect(codesIn((await update(nina.id, { reason: 'Just so' })).body)).toEqual({ body: 'empty' });
    expect((await update(nina.id, { email: null, phone: null })).body['code']).toBe('phone_or_email');
    expect((await update(nina.id, { email: null })).status).toBe(200);
  });

  it('responds identically to a change of a missing and of a deleted account', async () => {
    const deleted = await server.user({ deleted_at: clock.now().toISOString() });
    for (const id of [deleted.id, uuidv7()]) {
      const { status, body } = await update(id, { country: 'DE' });
      expect([status, body['code']]).toEqual([404, 'not_found']);
    }
    expect((await update('me', { country: 'DE' })).status).toBe(400);
  });

  it("the audit log records a changed account's flags before and after, but not the phone number", async () => {
    const nina = await server.user();
    await update(nina.id, { phone: '+4915112349004', is_staff: true, is_blocked: true, reason: 'Left the company' });
    const lines = await auditOf(nina.id);
    expect(lines).toMatchObject([
      { action: 'blocked', actor_id: admin.id, detail: { reason: 'Left the company' } },
      {
        action: 'user_updated',
        detail: {
          fields: ['phone', 'is_staff', 'is_blocked'],
          before: { is_staff: false, is_blocked: false },
          after: { is_staff: true, is_blocked: true },
          reason: 'Left the company',
        },
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('49004');
    await update(nina.id, { is_blocked: false });
    expect((await auditOf(nina.id)).map(({ action }) => action)).toEqual([
      'blocked',
      'user_updated',
      'unblocked',
      'user_updated',
    ]);
  });
});
