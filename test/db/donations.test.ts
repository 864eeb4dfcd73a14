import { describe, expect, test } from 'vitest';
import type { Donation } from '../../contract/entities/donation.ts';
import { nextReceiptCode, similarDonation, waitingDonations } from '../../src/db/queries/donations.ts';
import { iso } from '../../src/lib/ports.ts';
import { donationRow } from '../helpers/donation-row.ts';
import { makePhoneDb, newId, START } from '../helpers/phone.ts';

const MINUTE_MS = 60_000;
const DEVICE = '0198c000-0000-7000-8000-000000007f3a';

async function phoneWith(...rows: Partial<Donation>[]) {
  const phone = makePhoneDb();
  await phone.db.donations.bulkPut(rows.map((row) => donationRow({ id: newId(), ...row })));
  return phone;
}

describe('the receipt code of a new donation', () => {
  test('the receipt code starts at 1 and contains the end of the device id', async () => {
    const { db } = await phoneWith({ receipt: 'D-0000-0041' });
    expect(await nextReceiptCode(db, DEVICE)).toBe('D-7F3A-0001');
  });

  test('the receipt code follows the highest number of this device, even beyond four digits', async () => {
    const receipts = ['D-7F3A-0002', 'D-7F3A-10000', 'D-7F3A-9999', 'D-7F3B-20000'];
    const { db } = await phoneWith(...receipts.map((receipt) => ({ receipt })));
    expect(await nextReceiptCode(db, DEVICE)).toBe('D-7F3A-10001');
  });

  test('the receipt code also follows the number of a refused donation that is only in the outbox', async () => {
    const phone = await phoneWith({ receipt: 'D-7F3A-0002' });
    const { db } = phone;
    const entry = { op_id: newId(), lane: 'x', state: 'rejected', entity: 'donations', entity_id: newId() };
    await db.table('outbox').bulkAdd([
      { ...entry, kind: 'donation.submit', args: { receipt: 'D-7F3A-0007' } },
      { ...entry, op_id: newId(), kind: 'donation.confirm', args: { amount_cents: 100 } },
    ]);
    expect(await nextReceiptCode(db, DEVICE)).toBe('D-7F3A-0008');
  });
});

describe('donations waiting to be confirmed', () => {
  test('lists donations waiting to be confirmed, longest waiting first, up to a limit', async () => {
    const { db } = await phoneWith(
      { receipt: 'D-0000-0003', paid_at: iso(START + 3) },
      { receipt: 'D-0000-0001', paid_at: iso(START + 1) },
      { receipt: 'D-0000-0002', paid_at: iso(START + 2) },
      { receipt: 'D-0000-0004', paid_at: iso(START), state: 'confirmed' },
      { receipt: 'D-0000-0005', paid_at: iso(START), state: 'rejected' },
    );
    const found = await waitingDonations(db, 2);
    expect(found.map(({ donation }) => donation.receipt)).toEqual(['D-0000-0001', 'D-0000-0002']);
  });
});

describe('a similar donation on this device', () => {
  const payment = donationRow({ id: newId(), paid_at: iso(START) });
  test.each<[string, boolean, Partial<Donation>]>([
    ['paid 10 minutes later', true, { paid_at: iso(START + 10 * MINUTE_MS) }],
    ['paid 10 minutes earlier', true, { paid_at: iso(START - 10 * MINUTE_MS) }],
    ['paid more than 10 minutes later', false, { paid_at: iso(START + 10 * MINUTE_MS + 1) }],
    ['paid more than 10 minutes earlier', false, { paid_at: iso(START - 10 * MINUTE_MS - 1) }],
    ['of another amount', false, { amount_cents: 12_001 }],
    ['with another payment method', false, { method: 'wallet' }],
    ['of another person', false, { donor_id: newId() }],
    ['that was rejected', false, { state: 'rejected' }],
    ['with the same id', false, { id: payment.id }],
  ])('a donation %s counts as a possible duplicate: %s', async (_, isFound, change) => {
    const { db } = await phoneWith({ paid_at: iso(START), ...change });
    expect((await similarDonation(db, payment)) !== null).toBe(isFound);
  });
});
