import { beforeEach, expect, test } from 'vitest';
import { setGates } from '../../workers/sync/session.ts';
import { runAccountAction } from '../../workers/sync/registration.ts';
import { jsonResponse, makePhone, refusalResponse } from '../helpers/fake-server.ts';

const PATH = '/api/subscription/package_purchase/';
const CHECK = '/api/subscription/check_promo/';
const KEY = '0198c000-0000-7000-8000-0000000000c2';
const choice = { package_id: '0198c000-0000-7000-8000-0000000000c1', period: 'month' } as const;

let reply: () => Response;
let sent: RequestInit[];
let buy: () => Promise<unknown>;
let check: () => Promise<unknown>;
let phone: Awaited<ReturnType<typeof makePhone>>['phone'];

beforeEach(async () => {
  const setup = await makePhone();
  phone = setup.phone;
  const { ports } = setup;
  sent = [];
  const fetchOthers = ports.fetch;
  ports.fetch = async (url, init) => {
    if (url !== PATH && url !== CHECK) return fetchOthers(url, init);
    sent.push(init);
    return reply();
  };
  buy = () => runAccountAction(ports, phone, 'buyPackage', [choice, KEY]);
  check = () => runAccountAction(ports, phone, 'checkPromo', [{ ...choice, promo_code: 'SAVE20' }]);
});

test('requests the payment page of a package with its idempotency key', async () => {
  reply = () => jsonResponse('https://pay.example/order');
  expect(await buy()).toEqual({ ok: true, url: 'https://pay.example/order' });
  expect(JSON.parse(sent[0]?.body as string)).toEqual(choice);
  expect(sent[0]?.headers).toMatchObject({ 'Idempotency-Key': KEY });
});

test('reports why the payment page of a package could not be fetched', async () => {
  reply = () => refusalResponse(503, 'unavailable');
  expect(await buy()).toEqual({ ok: false, why: 'refused', code: 'unavailable' });
  reply = () => jsonResponse({ url: 'https://pay.example/order' });
  expect(await buy()).toEqual({ ok: false, why: 'no_answer' });
});

test('does not request a payment page while the account is blocked', async () => {
  const { db, actor, device } = phone;
  const { user_id, device_id } = actor;
  await setGates({ user_id, device_id, db, device, ports: (await makePhone()).ports }, { blocked: true });
  reply = () => jsonResponse('https://pay.example/order');
  expect(await buy()).toEqual({ ok: false, why: 'no_answer' });
  expect(sent).toEqual([]);
});

test('fetches the effect of a promo code on a package, or reports why it is unknown', async () => {
  const offer = { code: 'SAVE20', trial_days: 0, discount_percent: 20, price_cents: 600, amount_cents: 480 };
  reply = () => jsonResponse(offer);
  expect(await check()).toEqual({ ok: true, offer });
  expect(JSON.parse(sent[0]?.body as string)).toEqual({ ...choice, promo_code: 'SAVE20' });
  reply = () => jsonResponse({ ...offer, amount_cents: '480' });
  expect(await check()).toEqual({ ok: false, why: 'no_answer' });
  reply = () => refusalResponse(409, 'promo_unavailable');
  expect(await check()).toEqual({ ok: false, why: 'refused', code: 'promo_unavailable' });
});
