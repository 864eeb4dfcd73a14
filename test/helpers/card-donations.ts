import { uuidv7 } from 'uuidv7';
import type { Donation } from '../../contract/entities/donation.ts';
import { inScope } from '../../server/context.ts';
import { chargeRecurringDonations } from '../../server/features/donations/charge.ts';
import { storedDonationById, type StoredDonation } from '../../server/features/donations/card-repository.ts';
import {
  storedRecurringById,
  type StoredRecurringDonation,
} from '../../server/features/donations/recurring-repository.ts';
import { refundIntent } from '../../server/features/payments/ledger.ts';
import type { Intent } from '../../server/features/payments/provider.ts';
import { openPaymentServer } from './payments.ts';
import { addRecurring } from './recurring-donations.ts';
import type { TestUser } from './server.ts';

/** Opens a server with the payment provider of the demo, and helpers for tests of card donations. */
export async function openCardDonations(options: Parameters<typeof openPaymentServer>[0] = {}) {
  const paymentServer = await openPaymentServer(options);
  const { server, payments } = paymentServer;
  const { db, scope, deps } = server;
  const scoped = { tx: db, scope };
  const iso = (offset_ms = 0): string => new Date(server.clock.now().getTime() + offset_ms).toISOString();
  /** Requests a donation of $50 by card. */
  const donate = async (
    { token }: TestUser,
    body: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/payments/donation/',
      headers: { authorization: `Bearer ${token}`, ...headers },
      payload: { amount: 50, type: 'general', ...body },
    });
    const replyBody: unknown = reply.json();
    const refusal =
      typeof replyBody === 'string' ? null : (replyBody as { code: string; fields?: Record<string, unknown> });
    return { status: reply.statusCode, url: typeof replyBody === 'string' ? replyBody : null, refusal };
  };
  const pay = (url: string | null, action = 'pay') =>
    server.landing.inject({
      method: 'POST',
      url: new URL(url ?? '').pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `action=${action}`,
    });
  const donation = async (id: string): Promise<StoredDonation> => (await storedDonationById(scoped, id))!;
  return {
    ...paymentServer,
    iso,
    donate,
    pay,
    donation,
    recurring: async (id: string): Promise<StoredRecurringDonation> => (await storedRecurringById(scoped, id))!,
    /** Requests a donation and does not pay it. */
    requestDonation: async (by: TestUser) => {
      const id = uuidv7();
      return { by, id, url: (await donate(by, { id })).url };
    },
    /** Requests a donation and pays it on the payment page of the provider. Returns the id of the donation. */
    donateAndPay: async (user: TestUser, body: Record<string, unknown> = {}): Promise<string> => {
      const id = uuidv7();
      await pay((await donate(user, { id, ...body })).url);
      return id;
    },
    donationsOf: ({ id }: TestUser): Promise<StoredDonation[]> =>
      db.selectFrom('donations').selectAll().where('donor_id', '=', id).orderBy('id').execute(),
    /** Returns a person's donations from the call that lists them. */
    listDonations: async ({ token }: TestUser, user_id: string): Promise<Donation[]> => {
      const { body } = await server.call('payments.person_donations', { token, body: { user_id } });
      return body as unknown as Donation[];
    },
    intents: ({ id }: TestUser): Promise<Intent[]> =>
      db.selectFrom('payment_intents').selectAll().where('user_id', '=', id).orderBy('id').execute(),
    /** Refunds a payment as if an admin had refunded it at the provider. */
    refund: async (intent_id: string) => {
      const outcome = await inScope(deps, scope, (context) => refundIntent(context, intent_id));
      await paymentServer.runJobs();
      return outcome;
    },
    /**
     * Stores a recurring donation of $10 a month that is due now. The donor's saved card ends with the given digits.
     */
    addDueDonation: async (
      donor: TestUser,
      last4 = '4242',
      fields: Parameters<typeof addRecurring>[2] | object = {},
    ) => {
      await paymentServer.saveCard(donor, last4);
      const started_at = new Date(server.clock.now()).toISOString();
      return addRecurring({ db, scope }, donor.id, { started_at, next_at: started_at, ...fields });
    },
    charge: () => chargeRecurringDonations(deps, payments),
  };
}

export type CardDonations = Awaited<ReturnType<typeof openCardDonations>>;
