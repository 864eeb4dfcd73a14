import { renewSubscriptions } from '../../server/features/subscription/renew.ts';
import type { Intent } from '../../server/features/payments/provider.ts';
import { openPaymentServer } from './payments.ts';
import type { TestUser } from './server.ts';
import { addPackage, planOf, subscribe } from './subscriptions.ts';

/** Opens a server that sells two packages, and helpers for tests of subscriptions. */
export async function openSubscriptionWorld() {
  const world = await openPaymentServer();
  const { server, payments } = world;
  const learn = await addPackage(server);
  const family = await addPackage(server, { title: 'Family', prices: { month: 900, half_year: 4800 } });
  const member = (fields = {}): Promise<TestUser> => server.user({ subscribed_until: null, ...fields });
  /** Requests the payment page of a package, by default for half a year of the first package. */
  const purchase = async (
    { token }: TestUser,
    body: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/subscription/package_purchase/',
      headers: { authorization: `Bearer ${token}`, ...headers },
      payload: { package_id: learn, period: 'half_year', ...body },
    });
    const answer: unknown = reply.json();
    const url = typeof answer === 'string' ? answer : null;
    const code = url === null ? (answer as { code: string }).code : null;
    return { status: reply.statusCode, url, code, replayed: reply.headers['idempotency-replayed'] };
  };
  const pay = (url: string | null) => server.landing.inject({ method: 'POST', url: new URL(url ?? '').pathname });
  return {
    ...world,
    learn,
    family,
    member,
    purchase,
    pay,
    iso: (offset_ms = 0): string => new Date(server.clock.now().getTime() + offset_ms).toISOString(),
    /** Creates a member with a running subscription. */
    subscriber: async (fields: Parameters<typeof subscribe>[2] = {}): Promise<TestUser> => {
      const user = await member();
      await subscribe(server, user.id, { plan: planOf(learn), ...fields });
      return user;
    },
    intents: ({ id }: TestUser): Promise<Intent[]> =>
      server.db.selectFrom('payment_intents').selectAll().where('user_id', '=', id).orderBy('id').execute(),
    /** Requests a package and pays for it on the payment page of the provider. */
    buy: async (user: TestUser, body: Record<string, unknown> = {}): Promise<void> => {
      await pay((await purchase(user, body)).url);
    },
    infoOf: async ({ token }: TestUser) => {
      const { body } = await server.call('subscription.info', { token });
      return body as unknown as {
        current: Record<string, unknown> & Record<'plan' | 'next', Record<string, unknown> | null>;
        history: Record<string, unknown>[];
      };
    },
    renew: () => renewSubscriptions(server.deps, payments),
  };
}

export type SubscriptionWorld = Awaited<ReturnType<typeof openSubscriptionWorld>>;
