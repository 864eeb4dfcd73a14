import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesIn, openTestServer, roles, type TestReply, type TestServer } from '../helpers/server.ts';

const DAY = 86_400_000;
const web = { 'x-haversack-client': 'web', origin: 'http://localhost:8080' };

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

let people = 0;
function registrationBody(change: Record<string, unknown> = {}) {
  people += 1;
  return {
    first_name: 'Nina',
    last_name: 'Vogel',
    email: `nina${people}@example.org`,
    language: 'de',
    phone: `+49160${String(people).padStart(7, '0')}`,
    password: 'a door that opens',
    consent: true,
    ...change,
  };
}

const register = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  server.call('accounts.register', { body, headers });

const statusesOf = (replies: TestReply[]) => replies.map(({ status }) => status).toSorted((a, b) => a - b);

const rowOf = (email: string) =>
  server.db
    .selectFrom('users')
    .selectAll()
    .where('scope', '=', server.scope)
    .where('email', '=', email)
    .executeTakeFirst();

const meOf = async (token: unknown) => (await server.call('accounts.me', { token: String(token) })).body;

async function addPromoCode(code: string, change: { uses_left?: number | null; valid_until?: string | null } = {}) {
  const created_at = server.clock.now().toISOString();
  await server.db
    .insertInto('promo_codes')
    .values({ scope: server.scope, code, trial_days: 14, uses_left: null, valid_until: null, created_at, ...change })
    .execute();
}

describe('registration', () => {
  it('a registration logs in immediately, with the cookies of our own page', async () => {
    const body = registrationBody({ country: 'DE', time_zone: 'Europe/Berlin' });
    const reply = await register(body, web);
    expect(reply.status).toBe(200);
    expect([reply.headers['set-cookie']].flat()).toHaveLength(3);
    expect(await meOf(reply.body['token'])).toMatchObject({
      email: body.email,
      phone: body.phone,
      first_name: 'Nina',
      language: 'de',
      country: 'DE',
      time_zone: 'Europe/Berlin',
      is_staff: false,
      is_superuser: false,
      is_subscribed: false,
      referrer: null,
      promo_code: expect.stringMatching(/^[A-Z2-9]{8}$/),
    });
  });

  it('a registration creates a waiting lead and stores the consent', async () => {
    const body = registrationBody();
    await register(body);
    const now = server.clock.now().toISOString();
    expect(await rowOf(body.email)).toMatchObject({
      status: 'waiting',
      responsible_id: null,
      source: 'registration',
      waiting_since: now,
      consent_at: now,
    });
  });

  it('a registration stores only a hash of the password', async () => {
    const body = registrationBody();
    await register(body);
    const row = await rowOf(body.email);
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(row)).not.toContain(body.password);
    const login = { username: body.email.toUpperCase(), password: body.password };
    expect((await server.call('accounts.login', { body: login })).status).toBe(200);
  });

  it('a registration reports a taken email or phone number, ignoring upper and lower case', async () => {
    const first = registrationBody();
    await register(first);
    const email = await register({ ...registrationBody(), email: first.email.toUpperCase() });
    expect([email.status, email.body]).toMatchObject([
      409,
      { code: 'email_taken', message: 'Email is already in use', fields: { email: { code: 'email_taken' } } },
    ]);
    const phone = await register({ ...registrationBody(), phone: first.phone });
    expect(phone.body).toMatchObject({
      code: 'phone_taken',
      message: 'Phone is already in use',
      fields: { phone: { code: 'phone_taken' } },
    });
    const bothTaken = await register({ ...registrationBody(), email: first.email, phone: first.phone });
    expect(codesIn(bothTaken.body)).toEqual({ email: 'email_taken', phone: 'phone_taken' });
  });

  it('accepts exactly one of four simultaneous registrations with the same email', async () => {
    const { email } = registrationBody();
    const replies = await Promise.all([1, 2, 3, 4].map(() => register({ ...registrationBody(), email })));
    expect(statusesOf(replies)).toEqual([200, 409, 409, 409]);
    expect(replies.filter(({ body }) => body['code'] === 'email_taken')).toHaveLength(3);
  });

  it('names every invalid field of a registration', async () => {
    const { status, body } = await register({
      first_name: ' ',
      last_name: '',
      email: 'nina',
      phone: '0160',
      password: 'short',
      language: 'fr',
      time_zone: 'Nowhere/At/All',
      consent: false,
      promo_code: '!',
    });
    expect(status).toBe(400);
    expect(codesIn(body)).toEqual({
      first_name: 'empty',
      email: 'email_invalid',
      phone: 'phone_invalid',
      password: 'password_short',
      language: 'invalid',
      time_zone: 'invalid',
      consent: 'required',
      promo_code: 'promo_unavailable',
    });
  });

  it.each(['is_staff', 'is_superuser', 'is_subscribed', 'subscribed_until', 'status', 'responsible_id', 'id'])(
    'rejects %s in the body of a registration',
    async (field) => {
      const { status, body } = await register({ ...registrationBody(), [field]: true });
      expect([status, codesIn(body)]).toEqual([400, { [field]: 'unknown' }]);
    },
  );

  it.each(['password123', 'PASSWORD123', 'iloveyou1', '12345678'])(
    'rejects the common password %s',
    async (password) => {
      const { status, body } = await register({ ...registrationBody(), password });
      expect([status, body['code'], codesIn(body)]).toEqual([422, 'password_common', { password: 'password_common' }]);
    },
  );

  it("rejects the person's own email as the password, and accepts any other of 8 to 128 characters", async () => {
    const body = registrationBody();
    expect((await register({ ...body, password: body.email })).body['code']).toBe('password_common');
    expect((await register({ ...body, password: 'a'.repeat(129) })).status).toBe(400);
    expect((await register({ ...body, password: 'пароль с пробелом 🙂' })).status).toBe(200);
  });

  it('allows two hundred attempts to register an hour from one address', async () => {
    const limited = await openTestServer({ app: { rate_limits: true } });
    const statuses: number[] = [];
    for (let tries = 0; tries < 201; tries += 1)
      statuses.push((await limited.call('accounts.register', { body: {} })).status);
    expect(statuses).toEqual([...Array<number>(200).fill(400), 429]);
    await limited.close();
  });

  it('writes audit entries for a registration and for an attempt with a taken email', async () => {
    const body = registrationBody();
    await register(body);
    await register(body);
    const lines = await server.db
      .selectFrom('audit_log')
      .select(['action', 'detail', 'ip'])
      .where('scope', '=', server.scope)
      .where('request_id', 'is not', null)
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(lines).toEqual([
      { action: 'register_refused', detail: { code: 'email_taken' }, ip: '127.0.0.1' },
      { action: 'register', detail: {}, ip: '127.0.0.1' },
    ]);
  });
});

describe('promo codes', () => {
  it('the promo code of an employee makes that employee responsible for the new member', async () => {
    const olga = await server.user({ ...roles.consultant, promo_code: 'OLGA-7' });
    const body = registrationBody({ referral_promo_code: ' olga-7 ' });
    const { token } = (await register(body)).body;
    expect(await rowOf(body.email)).toMatchObject({
      status: 'processing',
      responsible_id: olga.id,
      referrer_id: olga.id,
      waiting_since: null,
    });
    expect((await meOf(token))['referrer']).toMatchObject({ id: olga.id });
  });

  it('the promo code of a member records the inviter, and leaves the new person in the pool', async () => {
    const ben = await server.user({ promo_code: 'BEN22' });
    const body = registrationBody({ referral_promo_code: 'BEN22' });
    await register(body);
    expect(await rowOf(body.email)).toMatchObject({
      status: 'waiting',
      responsible_id: null,
      referrer_id: ben.id,
    });
  });

  it('rejects a registration with an unknown promo code or one whose owner is blocked', async () => {
    await server.user({ promo_code: 'SHUTOUT', is_blocked: true });
    for (const referral_promo_code of ['NOBODY', 'SHUTOUT']) {
      const body = registrationBody({ referral_promo_code });
      const reply = await register(body);
      expect([reply.status, reply.body]).toMatchObject([
        422,
        {
          code: 'promo_unavailable',
          message: 'Error, email is in use or promo code is not available',
          fields: { referral_promo_code: { code: 'promo_unavailable' } },
        },
      ]);
      expect(await rowOf(body.email)).toBeUndefined();
    }
  });

  it('a promo code starts a trial subscription of the configured number of days', async () => {
    await addPromoCode('TRIAL');
    const { token } = (await register(registrationBody({ promo_code: 'trial' }))).body;
    const until = new Date(server.clock.now().getTime() + 14 * DAY).toISOString();
    expect(await meOf(token)).toMatchObject({ is_subscribed: true, subscribed_until: until });
  });

  it('a promo code cannot be used more often than allowed, even by simultaneous registrations', async () => {
    await addPromoCode('TWICE', { uses_left: 2 });
    const replies = await Promise.all([1, 2, 3, 4].map(() => register(registrationBody({ promo_code: 'TWICE' }))));
    expect(statusesOf(replies)).toEqual([200, 200, 422, 422]);
  });

  it('rejects an expired promo code', async () => {
    await addPromoCode('OVER', { valid_until: new Date(server.clock.now().getTime() - 1).toISOString() });
    expect((await register(registrationBody({ promo_code: 'OVER' }))).body['code']).toBe('promo_unavailable');
  });
});

describe('registration address', () => {
  it('the registration address is our own page unless another one is configured', async () => {
    expect((await server.call('accounts.admin_reg_link')).body).toEqual({ link: null });
    const link = 'https://join.example.org/';
    const other = await openTestServer({ app: { registration_url: link } });
    expect((await other.call('accounts.admin_reg_link')).body).toEqual({ link });
    await other.close();
  });
});
