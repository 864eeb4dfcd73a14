import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesIn, openTestServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

let people = 0;
function registrationBody(change: Record<string, unknown> = {}) {
  people += 1;
  const [email, phone] = [`mara${people}@example.org`, `+49161${String(people).padStart(7, '0')}`];
  const commonFields = {
    first_name: 'Mara',
    last_name: '',
    language: 'de',
    password: 'a door that opens',
    consent: true,
  };
  return { ...commonFields, email, phone, ...change };
}

const register = (body: Record<string, unknown>) => server.call('accounts.register', { body });

describe('a check before the registration', () => {
  const check = (body: Record<string, unknown>) => server.call('own.check_registration', { body });

  it('reports a taken email or phone number like a registration, and creates nothing', async () => {
    const first = registrationBody();
    await register(first);
    const email = await check({ email: first.email.toUpperCase() });
    expect([email.status, codesIn(email.body)]).toEqual([409, { email: 'email_taken' }]);
    expect(codesIn((await check({ phone: first.phone })).body)).toEqual({ phone: 'phone_taken' });
    expect(codesIn((await check({ promo_code: 'NONE' })).body)).toEqual({ promo_code: 'promo_unavailable' });
    const referral = await check({ referral_promo_code: 'NONE' });
    expect([referral.status, codesIn(referral.body)]).toEqual([422, { referral_promo_code: 'promo_unavailable' }]);
    const unusedContact = registrationBody();
    expect((await check({ email: unusedContact.email, phone: unusedContact.phone })).body).toMatchObject({ ok: true });
    const created = server.db.selectFrom('users').select('id').where('email', '=', unusedContact.email);
    expect(await created.executeTakeFirst()).toBeUndefined();
  });

  it('a registration check does not use up a promo code', async () => {
    const created_at = server.clock.now().toISOString();
    const code = { code: 'ONCE', trial_days: 14, uses_left: 1, valid_until: null, created_at };
    await server.db
      .insertInto('promo_codes')
      .values({ scope: server.scope, ...code })
      .execute();
    for (let request = 0; request < 2; request += 1)
      expect((await check({ promo_code: 'once' })).body).toMatchObject({ ok: true });
    expect((await register(registrationBody({ promo_code: 'ONCE' }))).status).toBe(200);
    expect((await check({ promo_code: 'ONCE' })).body['code']).toBe('promo_unavailable');
  });

  it('names invalid entries and rejects unknown ones', async () => {
    const { status, body } = await check({ email: 'nina', phone: '12', password: 'a door that opens' });
    expect(status).toBe(400);
    expect(codesIn(body)).toEqual({ email: 'email_invalid', phone: 'phone_invalid', password: 'unknown' });
  });

  it('writes an audit entry for a taken email', async () => {
    const body = registrationBody();
    await register(body);
    await check({ email: body.email });
    const line = await server.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('scope', '=', server.scope)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(line).toEqual({ action: 'register_refused', detail: { code: 'email_taken' } });
  });
});
