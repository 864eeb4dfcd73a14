import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../../server/context.ts';
import { lockSubscription, saveSubscription } from '../../server/features/subscription/repository.ts';
import type { Change, Cursors } from '../../contract/sync.ts';
import type { SubscriptionState } from '../../contract/values.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';
import { addPackage, DAY, planOf, subscribe } from '../helpers/subscriptions.ts';

let server: SyncServer;
let learn: string;

beforeAll(async () => {
  server = await openSyncServer();
  learn = await addPackage(server.plain, { position: 2 });
  await addPackage(server.plain, { title: 'Start', prices: { month: 400, half_year: 1800 } });
});
afterAll(() => server.close());

const INFO = '/api/subscription/info/';

interface Info {
  current: { state: string; auto_pay: boolean; is_subscribed: boolean; until: string | null; plan: unknown };
  history: unknown[];
}

const infoOf = async (person: Person) => (await server.call<Info>(person, 'GET', INFO)).body;

async function subscriber(fields: Parameters<typeof subscribe>[2] = {}): Promise<Person> {
  const person = await server.person();
  await subscribe(server.plain, person.id, { plan: planOf(learn), ...fields });
  return person;
}

/** Changes the state of a person's subscription in the same way as a payment or the end of the paid time. */
const setState = ({ id }: Person, state: SubscriptionState, until = server.iso(20 * DAY)): Promise<void> =>
  inScope(server.deps, server.deps.scope, async (context) => {
    const locked = await lockSubscription(context, id);
    if (locked) await saveSubscription(context, locked, { ...locked.row, state, until });
  });

describe('packages and periods', () => {
  it('lists the packages by position and in the language of the account', async () => {
    const german = await server.person({ language: 'de' });
    const { body } = await server.call<{ title: string }[]>(german, 'POST', '/api/subscription/packages/', {});
    expect(body.map(({ title }) => title)).toEqual(['Start (de)', 'Learn (de)']);
    expect(body[1]).toMatchObject({
      id: learn,
      features: ['Everything (de)'],
      prices: { month: 600, half_year: 3000 },
    });
  });

  it('lists only the packages that have a price for the wanted period', async () => {
    const person = await server.person();
    const of = async (period: string) =>
      (await server.call<unknown[]>(person, 'POST', '/api/subscription/packages/', { period })).body;
    expect(await of('month')).toHaveLength(2);
    expect(await of('week')).toEqual([]);
    expect(await of('day')).toMatchObject({ code: 'invalid', fields: { period: { code: 'invalid' } } });
  });

  it('lists the periods that any package has a price for, shortest first', async () => {
    const person = await server.person();
    const { body } = await server.call(person, 'POST', '/api/subscription/periods/', {});
    expect(body).toEqual([
      { period: 'month', title: 'Month' },
      { period: 'half_year', title: 'Half-year' },
    ]);
  });
});

describe("the caller's own subscription", () => {
  it('the subscription is empty for a member who never had one', async () => {
    const person = await server.person();
    expect(await infoOf(person)).toMatchObject({
      current: { state: 'none', auto_pay: false, is_subscribed: false, until: null, plan: null },
      history: [],
    });
  });

  it('shows the package of a subscription in the language of the account', async () => {
    const person = await subscriber();
    expect(await infoOf(person)).toMatchObject({
      current: { state: 'active', auto_pay: true, is_subscribed: true, plan: { title: 'Learn', price_cents: 3000 } },
    });
  });

  it('counts an employee as subscribed', async () => {
    expect((await infoOf(await server.consultant())).current).toMatchObject({ state: 'none', is_subscribed: true });
  });

  it('sends a subscription only to the devices of its owner', async () => {
    const [owner, other] = [await subscriber(), await server.person()];
    const rowsOf = async (person: Person) =>
      (await server.snapshot(person, { group: 'p0' })).body.rows.filter(({ c }) => c === 'subscriptions');
    expect((await rowsOf(owner)).map(({ id }) => id)).toEqual([owner.id]);
    expect(await rowsOf(other)).toEqual([]);
  });
});

describe('auto-pay', () => {
  it('auto-pay is toggled by a request without a body, but needs a saved card to be turned on', async () => {
    const person = await subscriber();
    const off = await server.call<Info>(person, 'POST', INFO);
    expect([off.status, off.body.current]).toMatchObject([200, { state: 'cancelling', auto_pay: false }]);
    const on = await server.call(person, 'POST', INFO, {});
    expect([on.status, on.body]).toMatchObject([422, { code: 'payment_method_required' }]);
  });

  it('auto-pay is set, not toggled, by a request that names the wanted value', async () => {
    const person = await subscriber();
    for (let times = 0; times < 2; times += 1)
      expect((await server.call<Info>(person, 'POST', INFO, { auto_pay: false })).body.current.auto_pay).toBe(false);
  });

  it('auto-pay is not toggled twice by a repeated request with the same key', async () => {
    const person = await subscriber();
    const headers = { 'idempotency-key': uuidv7() };
    for (let times = 0; times < 2; times += 1) {
      const reply = await server.call<Info>(person, 'POST', INFO, {}, headers);
      expect(reply.body.current.auto_pay).toBe(false);
    }
    expect((await infoOf(person)).current.state).toBe('cancelling');
  });

  it('an auto-pay request rejects unknown fields and other types', async () => {
    const person = await subscriber();
    for (const body of [{ auto_pay: 'no' }, { state: 'active' }, { until: server.iso() }])
      expect((await server.call(person, 'POST', INFO, body)).status).toBe(400);
    expect((await infoOf(person)).current.state).toBe('active');
  });

  it('auto-pay is turned off by a queued write, which takes effect once', async () => {
    const person = await subscriber();
    const op = server.op({ kind: 'subscription.auto_pay', id: person.id, args: { auto_pay: false } });
    for (let times = 0; times < 2; times += 1)
      expect(await server.send(person, op)).toMatchObject({ status: 200, row: { state: 'cancelling' } });
  });

  it("an auto-pay write does not change another person's subscription", async () => {
    const [owner, other] = [await subscriber(), await subscriber()];
    const op = server.op({ kind: 'subscription.auto_pay', id: owner.id, args: { auto_pay: false } });
    expect(await server.send(other, op)).toMatchObject({ status: 404, code: 'not_found' });
    expect((await infoOf(owner)).current.state).toBe('active');
  });

  it('auto-pay cannot be turned on or off by a member without a subscription', async () => {
    const person = await server.person();
    for (const body of [{}, { auto_pay: true }, { auto_pay: false }])
      expect((await server.call(person, 'POST', INFO, body)).body).toMatchObject({ code: 'subscription_state' });
  });
});

describe('access to paid lessons', () => {
  let paid: string;
  let free: string;

  beforeAll(async () => {
    const category = await server.category();
    paid = await server.lesson(category, { free: false, title: 'Paid' });
    free = await server.lesson(category, { free: true, title: 'Free' });
  });

  /** Returns the cursors of a device that has a complete mirror. */
  const currentCursors = async (person: Person): Promise<Cursors> => {
    const { as_of } = (await server.snapshot(person, { group: 'p2' })).body;
    return { p0: as_of, p1: as_of, p2: as_of, p3: as_of };
  };

  const lessonsIn = (changes: readonly Change[]) =>
    changes.filter(({ c }) => c === 'lessons').map(({ id, op }) => ({ id, op }));

  const pullPage = (person: Person, cursors: Cursors, limit = 500) =>
    server.changes(person, { ...(cursors as Record<string, number>), limit });

  const pull = async (person: Person, cursors: Cursors) => (await pullPage(person, cursors)).changes;

  it('access to paid lessons arrives with the next pull after a payment, without a new snapshot', async () => {
    const person = await subscriber({ state: 'expired', until: server.iso(-DAY), is_entitled: false });
    const cursors = await currentCursors(person);
    await setState(person, 'active');
    const changes = await pull(person, cursors);
    expect(lessonsIn(changes)).toEqual([{ id: paid, op: 'put' }]);
    expect(changes.find(({ c }) => c === 'me')?.row).toMatchObject({ is_subscribed: true });
  });

  it('access to paid lessons is removed with the next pull after the subscription has ended', async () => {
    const person = await subscriber();
    const cursors = await currentCursors(person);
    await setState(person, 'expired', server.iso(-1));
    expect(lessonsIn(await pull(person, cursors))).toEqual([{ id: paid, op: 'gone' }]);
    expect((await server.call(person, 'GET', `/api/navigator/lesson/view/${free}/`)).status).toBe(200);
    expect((await server.call(person, 'GET', `/api/navigator/lesson/view/${paid}/`)).status).toBe(404);
  });

  it('a loss of access to paid lessons is sent once, and only to the member who lost it', async () => {
    const [person, other] = [await subscriber(), await subscriber()];
    const [cursors, others] = [await currentCursors(person), await currentCursors(other)];
    await setState(person, 'expired', server.iso(-1));
    const reply = await pullPage(person, cursors);
    expect(lessonsIn(await pull(person, reply.cursors))).toEqual([]);
    expect(lessonsIn(await pull(other, others))).toEqual([]);
  });

  it('paid lessons are not fetched again when a subscription is extended or cancelled', async () => {
    const person = await subscriber();
    const cursors = await currentCursors(person);
    await setState(person, 'cancelling', server.iso(40 * DAY));
    const changes = await pull(person, cursors);
    expect(lessonsIn(changes)).toEqual([]);
    expect(changes.map(({ c }) => c)).toContain('subscriptions');
  });

  it('the comments on paid lessons are sent and removed together with the lessons', async () => {
    const author = await subscriber();
    const comment = server.comment('On a paid lesson', { lesson: paid });
    await server.send(author, comment);
    const reader = await subscriber({ state: 'expired', until: server.iso(-DAY), is_entitled: false });
    const cursors = await currentCursors(reader);
    await setState(reader, 'active');
    const gained = await pullPage(reader, cursors);
    expect(gained.changes.filter(({ id }) => id === comment.id)).toMatchObject([{ op: 'put' }]);
    await setState(reader, 'expired', server.iso(-1));
    const lost = await pull(reader, gained.cursors);
    expect(lost.filter(({ id }) => id === comment.id)).toMatchObject([{ op: 'gone' }]);
  });

  it('access to paid lessons also arrives page by page', async () => {
    const person = await subscriber({ state: 'expired', until: server.iso(-DAY), is_entitled: false });
    const cursors = await currentCursors(person);
    await setState(person, 'active');
    const found: Change[] = [];
    let next: Cursors = cursors;
    for (let has_more = true; has_more;) {
      const reply = await pullPage(person, next, 1);
      found.push(...reply.changes);
      next = reply.cursors;
      has_more = reply.has_more;
    }
    expect(lessonsIn(found)).toEqual([{ id: paid, op: 'put' }]);
  });

  it('access to paid lessons lasts through the grace period while a renewal is due', async () => {
    const person = await subscriber({ state: 'past_due', until: server.iso(-6 * DAY) });
    const statusOf = async () => (await server.call(person, 'GET', `/api/navigator/lesson/view/${paid}/`)).status;
    expect(await statusOf()).toBe(200);
    const ended = await subscriber({ state: 'past_due', until: server.iso(-7 * DAY) });
    expect((await server.call(ended, 'GET', `/api/navigator/lesson/view/${paid}/`)).status).toBe(404);
  });

  it('access to paid lessons ends with the paid time if the subscription does not renew', async () => {
    const person = await subscriber({ state: 'cancelling', until: server.iso(-1) });
    expect((await server.call(person, 'GET', `/api/navigator/lesson/view/${paid}/`)).status).toBe(404);
    expect((await infoOf(person)).current.is_subscribed).toBe(false);
  });
});
