import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { coveredFee } from '../../contract/card-fee.ts';
import type { Donation } from '../../contract/entities/donation.ts';
import type { RecurringDonation } from '../../contract/entities/recurring-donation.ts';
import type { DonationState } from '../../contract/values.ts';
import type { PaymentUrl } from '../../src/bridge/results.ts';
import { sync } from '../../src/bridge/sync.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { donationRow } from '../helpers/donation-row.ts';
import { recurringRow } from '../helpers/recurring-donations.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';

const id = (index: number) => `0198c000-0000-7000-8000-${String(index).padStart(12, '0')}`;
const [GIFT, REPEATED, CARL] = [id(71), id(72), id(73)] as const;
const NEXT = '2037-05-03T10:00:00.000Z';

const donate = vi.fn<(...args: unknown[]) => Promise<PaymentUrl>>();
beforeEach(() => {
  donate.mockReset();
  vi.spyOn(sync, 'account').mockImplementation(donate as unknown as typeof sync.account);
  vi.spyOn(sync, 'syncNow').mockResolvedValue({ ok: true });
});

let db: PhoneDb;

interface Rows {
  donations?: readonly Donation[];
  recurring?: readonly RecurringDonation[];
}

async function showAt(path: string, { donations = [], recurring = [] }: Rows = {}, status: Partial<SyncStatus> = {}) {
  const ports = freshPorts();
  db = await openPhone(ports, {}, { last_fetched_at: hoursFromNow(-1), ...status });
  await db.donations.bulkPut([...donations]);
  await db.recurring_donations.bulkPut([...recurring]);
  return showApp(path, ports);
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: string) => fireEvent.click(await screen.findByRole('radio', { name }));
const clickCheckbox = async (name: RegExp) => fireEvent.click(await screen.findByRole('checkbox', { name }));
const amountField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount in US dollars/ });
const readQueuedWrites = async () =>
  (await db.outbox.orderBy('seq').toArray()).map(({ kind, entity_id }) => [kind, entity_id]);
const sentId = (call: number) => (donate.mock.calls[call]![1] as { id: string }).id;

describe('the card donation form', () => {
  it('requests the payment page of the chosen donation, and names the payment site before opening it', async () => {
    await showAt('/donate');
    await press('$50');
    await choose('Monthly');
    expect(screen.getByText(/Your card is charged again every month/)).toBeTruthy();
    await choose('Other');
    fireEvent.change(screen.getByRole('textbox', { name: /^What is it for/ }), { target: { value: 'A new roof' } });
    await clickCheckbox(/Cover the card fee/);
    await clickCheckbox(/Do not show my name/);
    await press('Add a comment');
    fireEvent.change(screen.getByRole('textbox', { name: 'Comment' }), { target: { value: 'For Altona' } });
    expect(screen.getByText('Adds $1.81, so all $50 arrives')).toBeTruthy();
    expect(screen.getByText('$51.81')).toBeTruthy();
    expect(screen.getByText('Monthly · Other')).toBeTruthy();
    donate.mockResolvedValueOnce({ ok: true, url: 'https://pay.example/order' });
    await press('Pay by card');
    expect(await screen.findByText('You pay at pay.example')).toBeTruthy();
    expect(donate.mock.calls).toEqual([
      [
        'donate',
        {
          ...{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), amount_cents: 5_000, frequency: 'monthly' },
          ...{
            purpose: 'other',
            purpose_text: 'A new roof',
            cover_fee: true,
            is_anonymous: true,
            comment: 'For Altona',
          },
        },
      ],
    ]);
  });

  it.each([
    ['', 'Please, fill all necessary fields'],
    ['0.99', 'From $1 to $100,000'],
    ['100000.01', 'From $1 to $100,000'],
    ['-5', 'Enter an amount such as 120 or 120.50'],
    ['much', 'Enter an amount such as 120 or 120.50'],
    ['1.005', 'Enter an amount such as 120 or 120.50'],
  ])('rejects "%s" as the amount of a donation and requests no payment page', async (amount, message) => {
    await showAt('/donate');
    await screen.findByRole('button', { name: 'Pay by card' });
    fireEvent.change(amountField(), { target: { value: amount } });
    await press('Pay by card');
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(donate).not.toHaveBeenCalled();
  });

  it('a donation for the purpose "other" requires a text', async () => {
    await showAt('/donate');
    await press('$10');
    await choose('Other');
    await press('Pay by card');
    expect(await screen.findByText('Please, fill all necessary fields')).toBeTruthy();
    expect(donate).not.toHaveBeenCalled();
  });

  it('two taps and a retry request one donation, and a changed amount requests another', async () => {
    await showAt('/donate');
    await press('$25');
    donate.mockResolvedValue({ ok: false, why: 'no_answer' });
    const button = await screen.findByRole('button', { name: 'Pay by card' });
    fireEvent.click(button);
    fireEvent.click(button);
    await screen.findByText(/You were not charged/);
    await press('Pay by card');
    await waitFor(() => expect(donate).toHaveBeenCalledTimes(2));
    await screen.findByText(/You were not charged/);
    expect(sentId(1)).toBe(sentId(0));
    await press('$100');
    await press('Pay by card');
    await waitFor(() => expect(donate).toHaveBeenCalledTimes(3));
    expect(sentId(2)).not.toBe(sentId(0));
  });

  it.each<[string, PaymentUrl]>([
    ['the payment provider fails', { ok: true, url: '' }],
    ['the URL is not encrypted', { ok: true, url: 'http://evil.example/pay' }],
    ['the server refuses the request', { ok: false, why: 'refused', code: 'unavailable' }],
  ])('says that a donation was not charged if %s', async (_reason, answer) => {
    await showAt('/donate');
    await press('$10');
    donate.mockResolvedValueOnce(answer);
    await press('Pay by card');
    await screen.findByText('Could not open the payment page. You were not charged. Try again later.');
  });

  it('donating by card requires a connection, but entering a donation that was already paid does not', async () => {
    const { path } = await showAt('/donate', {}, { connection: 'offline' });
    await screen.findByText('You need to be online to pay by card.');
    expect(screen.getByText(/You can still enter what you paid by transfer or in cash/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Pay by card' }).hasAttribute('disabled')).toBe(true);
    fireEvent.click(screen.getByRole('link', { name: 'Already paid' }));
    await waitFor(() => expect(path()).toBe('/donate/paid'));
    expect(await screen.findByRole('button', { name: 'Save donation' })).toBeTruthy();
  });

  it('restores a donation that was typed but not sent when the screen is opened again', async () => {
    const ports = freshPorts();
    db = await openPhone(ports, {}, {});
    await showApp('/donate', ports);
    await press('$100');
    await choose('Yearly');
    cleanup();
    await showApp('/donate', ports);
    expect(await screen.findByText('Continue where you left off')).toBeTruthy();
    expect(amountField().value).toBe('100');
    await press('Start over');
    await waitFor(() => expect(amountField().value).toBe(''));
  });
});

const cardRow = (state: DonationState, change: Partial<Donation> = {}): Donation =>
  donationRow({
    ...{ id: GIFT, donor_id: ANNA, donor_name: 'Anna Berg', author_id: ANNA, amount_cents: 5_000, method: 'card' },
    ...{ fee_cents: coveredFee(5_000), purpose: 'general', comment: '', paid_at: hoursFromNow(-1), state, ...change },
  });

describe('donation screen after the payment page', () => {
  const show = (row: Donation, status: Partial<SyncStatus> = {}) =>
    showAt(`/donations/${GIFT}`, { donations: [row] }, status);

  it('thanks the donor on the screen of a paid donation', async () => {
    await show(cardRow('succeeded'));
    expect(await screen.findByText('Paid, thank you')).toBeTruthy();
    expect(screen.getByRole('heading', { name: '$50.00 by card' })).toBeTruthy();
    expect(screen.getByText('$1.81')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('says that the state of a donation is unknown, and links to the same payment page', async () => {
    await show(cardRow('pending'));
    expect(await screen.findByText('Not paid yet')).toBeTruthy();
    expect(screen.getByText(/this page shows it as soon as it is reported/)).toBeTruthy();
    donate.mockResolvedValueOnce({ ok: true, url: 'https://pay.example/order' });
    await press('Pay $51.81');
    await screen.findByText('You pay at pay.example');
    expect(donate.mock.calls).toEqual([
      ['donate', expect.objectContaining({ id: GIFT, amount_cents: 5_000, cover_fee: true, frequency: 'one_time' })],
    ]);
  });

  it('says while offline that the result of a payment will be shown when online', async () => {
    await show(cardRow('pending'), { connection: 'offline' });
    expect(await screen.findByText(/Once you are online, this page shows whether it was paid/)).toBeTruthy();
    expect(screen.getByText('You need to be online to pay by card.')).toBeTruthy();
  });

  it.each(['failed', 'expired'] as const)(
    'says that a donation that has %s was not charged, and offers to pay it',
    async (state) => {
      await show(cardRow(state));
      expect(await screen.findByText('Not paid')).toBeTruthy();
      expect(screen.getByText('You were not charged.')).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Pay $51.81' })).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
    },
  );

  it('offers no payment page when a later payment of a recurring donation was declined', async () => {
    await show(cardRow('failed', { recurring_id: REPEATED, frequency: 'monthly' }));
    expect(await screen.findByText('The card was declined.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('says that a donation was refunded', async () => {
    await show(cardRow('refunded'));
    expect(await screen.findByText('Refunded')).toBeTruthy();
    expect(screen.getByText(/no longer counts/)).toBeTruthy();
  });

  it("offers no payment page for another person's donation", async () => {
    await show(cardRow('pending', { donor_id: CARL, author_id: CARL }));
    expect(await screen.findByText('Not paid yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(screen.queryByText(/If you have paid/)).toBeNull();
  });
});

describe('the list of recurring donations', () => {
  const repeated = (change: Partial<RecurringDonation> = {}) =>
    recurringRow({ id: REPEATED, next_at: NEXT, ...change });
  const section = () => screen.findByRole('region', { name: 'Recurring donations' });

  it.each<[string, Partial<RecurringDonation>]>([
    ['Next payment on 3 May 2037.', {}],
    ['Paused. Your card is not charged.', { state: 'paused', next_at: null }],
  ])('states the next charge of a recurring donation, or that there is none: %s', async (text, change) => {
    await showAt('/donations', { recurring: [repeated(change)] });
    expect(within(await section()).getByText(text)).toBeTruthy();
    expect(screen.getByText('$10.00 · Monthly')).toBeTruthy();
  });

  it.each<[string, string, string, Partial<RecurringDonation>]>([
    [
      'while it is being retried',
      'Your card was declined on 3 May 2037. We try again on 4 May 2037.',
      'After several failed attempts, the donation is paused. To use another card, end this donation and make a new one.',
      { state: 'past_due', next_try_at: '2037-05-04T10:00:00.000Z' },
    ],
    [
      'after the donation was paused',
      'Your card was declined on 3 May 2037 and is not charged any more.',
      'To use another card, end this donation and make a new one.',
      { state: 'paused', next_at: null },
    ],
  ])(
    'says when the card of a recurring donation was declined and what happens next, %s',
    async (_, text, hint, change) => {
      await showAt('/donations', { recurring: [repeated({ failed_at: NEXT, ...change })] });
      expect(within(await section()).getByText(text)).toBeTruthy();
      expect(screen.getByText(hint)).toBeTruthy();
    },
  );

  it('a recurring donation is paused and resumed offline, with a notice until the change is sent', async () => {
    await showAt('/donations', { recurring: [repeated()] }, { connection: 'offline' });
    await press('Pause: $10.00 · Monthly');
    expect(await screen.findByText('Paused. Your card is not charged.')).toBeTruthy();
    expect(screen.getByText('Until this is sent, your card can still be charged.')).toBeTruthy();
    expect(await readQueuedWrites()).toEqual([['recurring_donation.pause', REPEATED]]);
    await press('Resume: $10.00 · Monthly');
    expect(await screen.findByText(/^Next payment on/)).toBeTruthy();
  });

  it('asks before ending a recurring donation, and shows it as ended immediately', async () => {
    await showAt('/donations', { recurring: [repeated()] }, { connection: 'offline' });
    await press('End: $10.00 · Monthly');
    const dialog = await screen.findByRole('alertdialog', { name: 'End this donation?' });
    expect(await readQueuedWrites()).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'End donation' }));
    expect(await screen.findByText('Ended. Your card is not charged any more.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Pause: $10.00 · Monthly' })).toBeNull();
    expect(await readQueuedWrites()).toEqual([['recurring_donation.end', REPEATED]]);
  });

  it('the list of recurring donations omits those that have ended', async () => {
    await showAt('/donations', { recurring: [repeated({ state: 'ended', next_at: null })] });
    expect(await screen.findByText('You have no donations yet.')).toBeTruthy();
    expect(screen.queryByText('Recurring donations')).toBeNull();
  });
});
