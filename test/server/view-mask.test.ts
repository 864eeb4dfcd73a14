import { describe, expect, it } from 'vitest';
import { MASK, maskResponse } from '../../server/features/view-as/mask.ts';

const OWN = '+4915155500001';

describe('a response in view mode', () => {
  it.each([
    ['+49 171 2345678', MASK],
    ['+7(495)123-45-67', MASK],
    ['Call +491712345678 or 0171 / 23 45 678 today', `Call ${MASK} or ${MASK} today`],
    ['8 800 123 45 67', MASK],
    // Dates, times, ids, codes and short numbers are not masked.
    ...[
      '2026-03-02T08:00:00.000Z',
      'Born 03.05.1990',
      'Room 0815, floor 3',
      '018f0000-0000-7000-8000-000000000001',
      'D-0A1B-000123',
      'in 2026, 2027 and 2028',
      '+30 points',
      OWN,
    ].map((text) => [text, text]),
  ])('shows the text %j in view mode as %j', (text, shown) => {
    expect(maskResponse({ notes: text }, OWN)).toEqual({ notes: shown });
  });

  it("hides every phone number in view mode, except the viewed person's own", () => {
    const row = { phone: '112', phone_raw: '5 00', phone_used: '+4917112', phones: [{ number: '1', label: 'home' }] };
    expect(maskResponse([row], OWN)).toEqual([
      { phone: MASK, phone_raw: MASK, phone_used: MASK, phones: [{ number: MASK, label: 'home' }] },
    ]);
    expect(maskResponse({ phone: OWN, phones: [{ number: OWN, label: '' }] }, OWN)).toEqual({
      phone: OWN,
      phones: [{ number: OWN, label: '' }],
    });
    expect(maskResponse({ phone: null, number: 17 }, null)).toEqual({ phone: null, number: 17 });
  });

  it('hides amounts, card numbers and receipts in view mode, but shows prices', () => {
    const line = { amount_cents: 900, fee_cents: 30, refunds_cents: 5, price_cents: 3000, count_cents: null };
    expect(maskResponse(line, null)).toEqual({
      amount_cents: 0,
      fee_cents: 0,
      refunds_cents: 0,
      price_cents: 3000,
      count_cents: null,
    });
    expect(maskResponse({ method: { brand: 'visa', last4: '4242' } }, null)).toEqual({
      method: { brand: 'visa', last4: MASK },
    });
    expect(maskResponse({ receipt: 'D-0A1B-0001', photo: { sha256: 'x' } }, null)).toEqual({
      receipt: MASK,
      photo: null,
    });
    expect(maskResponse({ photo: { sha256: 'x' } }, null)).toEqual({ photo: { sha256: 'x' } });
  });

  it('hides donation sums and amounts in view mode, but no other figure', () => {
    const figure = { available: true, value: 7 };
    expect(maskResponse({ donations_sum: figure, completed_tasks: figure }, null)).toEqual({
      donations_sum: { available: false },
      completed_tasks: figure,
    });
    expect(
      maskResponse(
        [
          { type: 'donation', value: 900 },
          { type: 'task', value: 60 },
        ],
        null,
      ),
    ).toEqual([
      { type: 'donation', value: 0 },
      { type: 'task', value: 60 },
    ]);
  });
});
