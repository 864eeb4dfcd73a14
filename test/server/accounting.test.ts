import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../../server/context.ts';
import { ledgerLines, readLedgerMonths } from '../../server/features/accounting/ledger.ts';
import { markRefunded } from '../../server/features/payments/ledger.ts';
import { roles, type TestUser } from '../helpers/server.ts';
import { openSubscriptionWorld, type SubscriptionWorld } from '../helpers/subscription-world.ts';
import { DAY } from '../helpers/subscriptions.ts';

let world: SubscriptionWorld;
let consultant: TestUser;
let manager: TestUser;
let admin: TestUser;
let learner: TestUser;
let stranger: TestUser;

/** Creates a cash donation that is confirmed now. */
async function createConfirmedDonation(donor: TestUser, change: Record<string, unknown> = {}): Promise<void> {
  const at = world.iso();
  const payment = { amount_cents: 5000, currency: 'USD', purpose: 'general', purpose_text: '', method: 'cash' };
  await world.server.db
    .insertInto('donations')
    .values({
      ...{ scope: world.server.scope, id: uuidv7(), rev: 1, donor_id: donor.id, author_id: consultant.id, ...payment },
      ...{ paid_at: at, receipt: 'D-00FF-0001', comment: '', is_anonymous: false, state: 'confirmed', reason: '' },
      ...{ decided_by_id: manager.id, decided_at: at, entered_at: at, created_at: at, updated_at: at },
      ...{ photo_sha256: null, photo_mime: null, ...change },
    } as never)
    .execute();
}

beforeAll(async () => {
  world = await openSubscriptionWorld();
  const { server } = world;
  server.clock.advance(20 * DAY);
  manager = await server.user(roles.manager);
  consultant = await server.user({ ...roles.consultant, responsible_id: manager.id });
  admin = await server.user(roles.admin);
  learner = await world.member({ responsible_id: consultant.id, first_name: '=Anna', last_name: 'Berg' });
  stranger = await world.member({ first_name: 'Otto', last_name: 'Kranz' });
  await world.buy(learner);
  server.clock.advance(1000);
  await world.buy(stranger);
  await world.openBook(learner);
  await createConfirmedDonation(learner);
  await createConfirmedDonation(learner, { state: 'submitted', decided_at: null, decided_by_id: null });
  server.clock.advance(12 * DAY);
  const [paid] = await world.intents(stranger);
  await inScope(server.deps, server.scope, (context) => markRefunded(context, paid!.id, { cause: 'refund' }));
});
afterAll(() => world.server.close());

const list = async ({ token }: TestUser, body: Record<string, unknown> = {}, query: Record<string, string> = {}) => {
  const reply = await world.server.call('accounting.payments', { token, body, query });
  return { status: reply.status, ...(reply.body as unknown as { count: number; results: Record<string, unknown>[] }) };
};
const payersOf = async (who: TestUser) => [...new Set((await list(who)).results.map(({ user_name }) => user_name))];

describe('the list of payments', () => {
  it('shows employees the payments of their own people, managers those of the whole team, and admins all payments', async () => {
    expect(await payersOf(consultant)).toEqual(['=Anna Berg']);
    expect(await payersOf(manager)).toEqual(['=Anna Berg']);
    expect(new Set(await payersOf(admin))).toEqual(new Set(['=Anna Berg', 'Otto Kranz']));
    expect(await payersOf(await world.server.user(roles.consultant))).toEqual([]);
  });

  it('lists the payments of one person with state and time, latest first', async () => {
    const { results, count } = await list(consultant, { user_id: learner.id });
    expect(count).toBe(2);
    expect(results).toMatchObject([
      { purpose: 'book', title: 'The Kettle', amount_cents: 500, state: 'pending', paid_at: null },
      { title: 'Learn, Half-year', amount_cents: 3000, currency: 'USD', state: 'succeeded', user_id: learner.id },
    ]);
    expect(results[1]?.['paid_at']).toBe(results[1]?.['created_at']);
  });

  it("responds with 404 to a request for the payments of a missing person or of another employee's person", async () => {
    for (const user_id of [stranger.id, uuidv7()]) expect((await list(consultant, { user_id })).status).toBe(404);
    expect((await list(admin, { user_id: stranger.id })).count).toBe(1);
  });

  it('searches the payments by payer and title, page by page', async () => {
    expect((await list(admin, {}, { search: 'kranz' })).count).toBe(1);
    expect((await list(admin, {}, { search: 'kettle' })).count).toBe(1);
    const page = await list(admin, {}, { page: '2', page_size: '2' });
    expect([page.count, page.results.length]).toEqual([3, 1]);
  });
});

describe('the accounts of a month', () => {
  it('sums up payments and donations by month, and counts a refund in the month in which it was made', async () => {
    const { body } = await world.server.call('accounting.months', { token: admin.token });
    expect(body).toEqual([
      {
        ...{ month: '2026-04', payments: 0, paid_cents: 0 },
        refunded_cents: 3000,
        donated_cents: 0,
        total_cents: -3000,
      },
      { month: '2026-03', payments: 2, paid_cents: 6000, refunded_cents: 0, donated_cents: 5000, total_cents: 11000 },
    ]);
  });

  it('the ledger lines of a month are sorted by time and add up to its total, whatever the batch size', async () => {
    const scoped = { tx: world.server.db, scope: world.server.scope };
    for (const { month, total_cents } of await readLedgerMonths(scoped)) {
      for (const batch of [1, 2, 500]) {
        const lines = (await Array.fromAsync(ledgerLines(scoped, month, batch))).flat();
        expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
        expect(lines.reduce((sum, { money_cents }) => sum + money_cents, 0)).toBe(total_cents);
        expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted((a, b) => a.localeCompare(b)));
      }
    }
  });
});

describe('the export of the ledger', () => {
  const download = ({ token }: TestUser, month: string) =>
    world.server.app.inject({ url: `/api/accounting/ledger/${month}/`, headers: { authorization: `Bearer ${token}` } });

  it('exports every state change of the month, without cells that run as formulas', async () => {
    const reply = await download(admin, '2026-03');
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="haversack-ledger-2026-03.csv"',
      'cache-control': 'no-store',
    });
    const [head, ...lines] = reply.body.trimEnd().split('\r\n');
    expect(head?.startsWith('\uFEFFtime,source,record,payer,name,')).toBe(true);
    expect(lines).toHaveLength(9);
    const changes = lines.filter((line) => line.includes(learner.id) && line.includes('Learn'));
    expect(changes).toHaveLength(3);
    expect(changes.at(-1)).toMatch(
      /,payment,[^,]+,[^,]+,'=Anna Berg,subscription,"Learn, Half-year",30,USD,pending,succeeded,webhook,demo,[^,]+,S-000001,30$/,
    );
    expect(lines.filter((line) => line.includes(',donation,'))).toEqual([
      expect.stringMatching(/,'=Anna Berg,general,,50,USD,submitted,confirmed,confirmed,cash,,D-00FF-0001,50$/),
    ]);
  });

  it('exports a refund as a negative amount in the month of the refund', async () => {
    const { body } = await download(admin, '2026-04');
    const [, line, ...others] = body.trimEnd().split('\r\n');
    expect(line).toMatch(/,30,USD,succeeded,refunded,refund,demo,[^,]+,S-000002,-30$/);
    expect(others).toEqual([]);
  });

  it('exports only the column names for a month without payments', async () => {
    expect((await download(admin, '2025-01')).body.split('\r\n')).toHaveLength(2);
  });

  it('lets only admins export the ledger, and records each export in the audit log', async () => {
    for (const who of [learner, consultant, manager]) expect((await download(who, '2026-03')).statusCode).toBe(403);
    expect((await world.server.app.inject({ url: '/api/accounting/ledger/2026-03/' })).statusCode).toBe(401);
    await download(admin, '2026-02');
    const entries = world.server.db.selectFrom('audit_log').select('detail').where('action', '=', 'ledger_exported');
    const months = (await entries.where('actor_id', '=', admin.id).execute()).map(({ detail }) => detail['month']);
    expect(months.map(String).toSorted()).toEqual(['2025-01', '2026-02', '2026-03', '2026-04']);
  });

  it.each(['2026-13', '2026-00', '202603', '2026-3', 'all'])(
    'rejects an export of the invalid month %s',
    async (month) => {
      expect((await download(admin, month)).statusCode).toBe(400);
    },
  );
});

describe('the titles of payments', () => {
  it('titles of payments are in the language of the employee, except for the names of books', async () => {
    const { server } = world;
    const germanAdmin = await server.user({ ...roles.admin, language: 'de' });
    const payload = { id: uuidv7(), amount: 25, type: 'general', frequency: 'monthly', payment_method: 'card' };
    const headers = { authorization: `Bearer ${learner.token}` };
    const donationReply = await server.app.inject({ method: 'POST', url: '/api/payments/donation/', headers, payload });
    expect(donationReply.statusCode).toBe(200);
    const titles = async (who: TestUser) =>
      (await list(who, { user_id: learner.id })).results.map(({ title }) => String(title)).toSorted();
    expect(await titles(germanAdmin)).toEqual(['Learn (de), Halbjahr', 'Monatliche Spende', 'The Kettle']);
    expect(await titles(consultant)).toEqual(['Learn, Half-year', 'Monthly donation', 'The Kettle']);
  });
});
