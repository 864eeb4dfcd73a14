import type { paymentCalls } from '../../contract/api-calls/payments.ts';
import { ownPerson } from './own-person.ts';
import type { Samples } from './samples.ts';
import type { TestServer } from './server.ts';

/** Returns the body of a small cash donation, which needs no photo. */
const cashDonation = (server: TestServer) => ({
  amount: 20.5,
  type: 'general',
  payment_method: 'cash',
  paid_at: server.clock.now().toISOString(),
});

/** Returns a valid sample request for each donation call. */
export function paymentSamples(server: TestServer): Pick<Samples, keyof typeof paymentCalls> {
  return {
    'payments.donation': async () => ({ body: cashDonation(server) }),
    'payments.manual_donation': async (token) => ({
      body: { ...cashDonation(server), user_id: await ownPerson(server, token) },
    }),
    'payments.methods': async () => ({}),
    'payments.person_donations': async (token) => ({ body: { user_id: await ownPerson(server, token) } }),
  };
}
