import { expect, test } from 'vitest';
import { paymentCalls } from '../../contract/api-calls/payments.ts';
import type { CardDonation } from '../../src/bridge/account-api.ts';
import { runAccountAction } from '../../workers/sync/registration.ts';
import { jsonResponse, makePhone, refusalResponse } from '../helpers/fake-server.ts';

const donation: CardDonation = {
  ...{ id: '0198c000-0000-7000-8000-0000000000d1', amount_cents: 1_999, purpose: 'other', purpose_text: 'A new roof' },
  ...{ frequency: 'monthly', cover_fee: true, comment: 'For Altona', is_anonymous: true },
};

async function donate(reply: () => Response) {
  const { phone, ports } = await makePhone();
  const sent: unknown[] = [];
  const fetchOthers = ports.fetch;
  ports.fetch = async (url, init) => {
    if (url !== '/api/payments/donation/') return fetchOthers(url, init);
    sent.push(JSON.parse(init.body as string));
    return reply();
  };
  return { result: await runAccountAction(ports, phone, 'donate', [donation]), sent };
}

test('requests the payment page of a donation with its amount in dollars, without the covered fee', async () => {
  const { result, sent } = await donate(() => jsonResponse('https://pay.example/order'));
  expect(result).toEqual({ ok: true, url: 'https://pay.example/order' });
  expect(sent).toEqual([
    {
      ...{ id: donation.id, amount: 19.99, type: 'other', type_text: 'A new roof', frequency: 'monthly' },
      ...{ cover_fee: true, comment: 'For Altona', anonymous: true },
    },
  ]);
  expect(paymentCalls['payments.donation'].body?.safeParse(sent[0]).success).toBe(true);
});

test('reports why the payment page of a donation could not be fetched', async () => {
  const { result } = await donate(() => refusalResponse(503, 'unavailable'));
  expect(result).toEqual({ ok: false, why: 'refused', code: 'unavailable' });
});
