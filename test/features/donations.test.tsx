import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Donation } from '../../contract/entities/donation.ts';
import type { Me } from '../../contract/entities/me.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { donationRow } from '../helpers/donation-row.ts';
import { chooseOption } from './controls.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';
import { makePerson } from './person-maker.ts';

const id = (index: number) => `0198c000-0000-7000-8000-${String(index).padStart(12, '0')}`;
const [CASH, OTHER, PETRA, CARL] = [id(71), id(72), id(73), id(74)] as const;

let db: PhoneDb;

const makeDonation = (change: Partial<Donation> = {}): Donation =>
  donationRow({
    ...{ id: CASH, donor_id: PETRA, author_id: CARL, paid_at: hoursFromNow(-3), entered_at: hoursFromNow(-2) },
    ...{ created_at: hoursFromNow(-1), updated_at: hoursFromNow(-1) },
    ...change,
  });

const employee: Partial<Me> = { is_staff: true };
const manager: Partial<Me> = { is_staff: true, is_manager: true };

async function showAt(path: string, rows: readonly Donation[], me: Partial<Me> = {}, status: Partial<SyncStatus> = {}) {
  const ports = freshPorts();
  db = await openPhone(ports, me, { connection: 'offline', last_fetched_at: hoursFromNow(-1), ...status });
  await db.donations.bulkPut(rows);
  await db.people.put(makePerson({ id: PETRA, first_name: 'Petra', last_name: 'Lang', responsible_id: ANNA }));
  return showApp(path, ports);
}

const write = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const queued = async () => (await db.outbox.orderBy('seq').toArray()).map(({ kind, args }) => [kind, args] as const);
const amountField = /^Amount in US dollars/;

it("saves a learner's own donation offline, with a receipt code of this device", async () => {
  const { path } = await showAt('/donate/paid', []);
  await press('Save donation');
  expect(await screen.findByText('Please, fill all necessary fields')).toBeTruthy();
  await press('$50');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: amountField }).value).toBe('50');
  fireEvent.click(screen.getByRole('radio', { name: 'Cash' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Education' }));
  await press('Save donation');
  await waitFor(async () => expect(await queued()).toHaveLength(1));
  const [[kind, args]] = (await queued()) as [[string, Record<string, unknown>]];
  expect(kind).toBe('donation.submit');
  expect(args).toMatchObject({
    ...{ donor_id: ANNA, donor_name: 'Anna Berg', amount_cents: 5_000, currency: 'USD', method: 'cash' },
    ...{ purpose: 'education', photo: null, is_no_duplicate: false },
  });
  expect(args['receipt']).toMatch(/^D-[0-9A-F]{4}-0001$/);
  await waitFor(() => expect(path()).toMatch(/^\/donations\/[0-9a-f-]{36}$/));
  expect(await screen.findByRole('heading', { name: '$50.00 in cash' })).toBeTruthy();
  expect((await screen.findAllByText('Not sent yet')).length).toBeGreaterThan(0);
  expect(screen.getByText('Not confirmed yet')).toBeTruthy();
});

it('two taps on the save button save one donation', async () => {
  await showAt('/donate/paid', []);
  await press('$25');
  fireEvent.click(screen.getByRole('radio', { name: 'Cash' }));
  const button = screen.getByRole('button', { name: 'Save donation' });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(async () => expect(await queued()).toHaveLength(1));
  expect(await db.donations.count()).toBe(1);
});

it('requires a photo for a transfer and names the limits of the amount', async () => {
  await showAt('/donate/paid', []);
  await screen.findByRole('button', { name: 'Save donation' });
  write(amountField, '0.99');
  fireEvent.click(screen.getByRole('radio', { name: 'Cash' }));
  await press('Save donation');
  expect((await screen.findAllByText('From $1 to $100,000')).length).toBeGreaterThan(0);
  write(amountField, '12,5x');
  expect((await screen.findAllByText('Enter an amount such as 120 or 120.50')).length).toBeGreaterThan(0);
  write(amountField, '12,50');
  fireEvent.click(screen.getByRole('radio', { name: 'Bank transfer' }));
  await press('Save donation');
  expect((await screen.findAllByText(/A photo of the receipt is required/)).length).toBeGreaterThan(0);
  expect(await queued()).toEqual([]);
});

it("saves an employee's donation for a person, and asks before it saves a possible duplicate", async () => {
  const same = makeDonation({ amount_cents: 2_000, paid_at: hoursFromNow(0) });
  await showAt(`/donations/new?person=${PETRA}`, [same], employee);
  await screen.findByRole('button', { name: 'Save donation' });
  expect(screen.getByRole('button', { name: /Petra Lang/ })).toBeTruthy();
  write(amountField, '20');
  fireEvent.click(screen.getByRole('radio', { name: 'Cash' }));
  await press('Save donation');
  expect(await screen.findByText('Is this another donation?')).toBeTruthy();
  expect(screen.getByText(/Carl Mann already entered \$20\.00/)).toBeTruthy();
  expect(await queued()).toEqual([]);
  await press('Save anyway');
  await waitFor(async () => expect(await queued()).toHaveLength(1));
  expect((await queued())[0]![1]).toMatchObject({ donor_id: PETRA, donor_name: 'Petra Lang', is_no_duplicate: true });
});

it('an employee must choose the donor of a donation', async () => {
  await showAt('/donations/new', [], employee);
  await screen.findByRole('button', { name: 'Save donation' });
  write(amountField, '20');
  fireEvent.click(screen.getByRole('radio', { name: 'Cash' }));
  await press('Save donation');
  expect(await screen.findByText('Please, fill all necessary fields')).toBeTruthy();
  expect(await queued()).toEqual([]);
  await chooseOption(/Choose.*From|From.*Choose/, 'Petra Lang');
  await press('Save donation');
  await waitFor(async () => expect((await queued())[0]?.[1]).toMatchObject({ donor_id: PETRA }));
});

it('separates donations that the user can confirm from donations that others must confirm', async () => {
  const rows = [
    makeDonation(),
    makeDonation({ id: OTHER, author_id: ANNA, author_name: 'Anna Berg', amount_cents: 3_000 }),
    makeDonation({ id: id(75), amount_cents: 100_001 }),
    makeDonation({ id: id(76), amount_cents: 9_900, state: 'confirmed' }),
  ];
  await showAt('/donations', rows, employee);
  const mine = await screen.findByRole('list', { name: 'You can confirm' });
  expect(mine.textContent).toMatch(/\$120\.00, Petra Lang/);
  const others = screen.getByRole('list', { name: 'Someone else confirms' });
  expect(within(others).getAllByRole('listitem')).toHaveLength(2);
  cleanup();
  await showAt('/donations', rows, manager);
  const all = await screen.findByRole('list', { name: 'You can confirm' });
  await waitFor(() => expect(all.textContent).toContain('$1,000.01'));
  cleanup();
  await showAt('/donations?list=all', rows, employee);
  expect((await screen.findByRole('list', { name: 'Donations' })).textContent).toMatch(/\$99\.00.*Confirmed/);
});

it('each list of donations shows 50 at first and 50 more on request', async () => {
  const rows = Array.from({ length: 101 }, (_, index) =>
    makeDonation({ id: id(1000 + index), amount_cents: 1_000 + index, paid_at: hoursFromNow(index - 200) }),
  );
  await showAt('/donations', rows, employee);
  const count = async (name: string) =>
    within(await screen.findByRole('list', { name })).getAllByRole('listitem').length;
  expect(await count('You can confirm')).toBe(50);
  await press('Show more');
  await waitFor(async () => expect(await count('You can confirm')).toBe(100));
  await press('Show more');
  await waitFor(async () => expect(await count('You can confirm')).toBe(101));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  cleanup();
  await showAt('/donations?list=all', rows, employee);
  expect(await count('Donations')).toBe(50);
});

it('distinguishes no donations to confirm, no own donations, and donations that are not synced yet', async () => {
  await showAt('/donations', [], employee);
  expect(await screen.findByText('There are no donations to confirm.')).toBeTruthy();
  cleanup();
  await showAt('/donations', [], employee, { last_fetched_at: null });
  expect(await screen.findByText(/haven't synced/)).toBeTruthy();
  cleanup();
  await showAt('/donations', []);
  expect(await screen.findByText('You have no donations yet.')).toBeTruthy();
});

it('a confirmation of a donation sends the amount that was shown', async () => {
  await showAt(`/donations/${CASH}`, [makeDonation()], employee);
  await press('Confirm');
  expect(await screen.findByRole('heading', { name: 'Confirm $120.00?' })).toBeTruthy();
  await press('Confirm donation');
  await waitFor(async () => expect(await queued()).toMatchObject([['donation.confirm', { amount_cents: 12_000 }]]));
  expect(await screen.findByText('By Anna Berg')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull());
});

it('requires a reason to reject a donation, and shows the reason on the screen of the donation', async () => {
  await showAt(`/donations/${CASH}`, [makeDonation()], employee);
  await press('Do not accept');
  const sheet = await screen.findByRole('dialog');
  fireEvent.click(within(sheet).getByRole('button', { name: 'Do not accept' }));
  expect((await within(sheet).findAllByText('Please, fill this field')).length).toBeGreaterThan(0);
  fireEvent.change(within(sheet).getByRole('textbox'), { target: { value: 'The photo is not readable' } });
  fireEvent.click(within(sheet).getByRole('button', { name: 'Do not accept' }));
  await waitFor(async () =>
    expect(await queued()).toMatchObject([['donation.reject', { reason: 'The photo is not readable' }]]),
  );
  expect(await screen.findByText(/The photo is not readable/)).toBeTruthy();
});

it.each<[string, Partial<Donation>, Partial<Me>, readonly string[]]>([
  ['its author', { author_id: ANNA }, employee, []],
  ['its donor', { donor_id: ANNA }, employee, []],
  ['a learner', { donor_id: ANNA, author_id: ANNA }, {}, []],
  ['an employee if the amount is above $1,000', { amount_cents: 100_001 }, employee, ['Do not accept']],
  ['a manager if the amount is above $1,000', { amount_cents: 100_001 }, manager, ['Do not accept', 'Confirm']],
  ['an employee if the donation is already confirmed', { state: 'confirmed' }, employee, []],
])('offers only the permitted decisions about a donation to %s', async (_, change, me, names) => {
  await showAt(`/donations/${CASH}`, [makeDonation(change)], me);
  await screen.findByText('Receipt');
  const offered = ['Do not accept', 'Confirm'].filter((name) => screen.queryByRole('button', { name }));
  expect(offered).toEqual(names);
});

it('shows why a donation was rejected, and lets its author correct it', async () => {
  const rejected = {
    state: 'rejected',
    reason: 'Count again',
    decided_by_id: CARL,
    decided_by_name: 'Carl Mann',
  } as const;
  await showAt(`/donations/${CASH}`, [makeDonation({ author_id: ANNA, amount_cents: 2_000, ...rejected })], employee);
  expect(await screen.findByText(/Count again/)).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Edit' }));
  const amount = await screen.findByRole<HTMLInputElement>('textbox', { name: amountField });
  expect(amount.value).toBe('20');
  fireEvent.change(amount, { target: { value: '18' } });
  await press('Save donation');
  await waitFor(async () =>
    expect(await queued()).toMatchObject([['donation.correct', { amount_cents: 1_800, method: 'cash' }]]),
  );
  expect((await queued())[0]![1]).not.toHaveProperty('photo');
  expect(await db.donations.get(CASH)).toMatchObject({ state: 'submitted', amount_cents: 1_800, reason: '' });
});

it('resends a donation refused as a possible duplicate with the same receipt code', async () => {
  const ports = freshPorts();
  db = await openPhone(ports, {}, { connection: 'offline', last_fetched_at: hoursFromNow(-1) });
  await showApp('/donate/paid', ports);
  await press('$25');
  fireEvent.click(screen.getByRole('radio', { name: 'Cash' }));
  await press('Save donation');
  await waitFor(async () => expect(await queued()).toHaveLength(1));
  const [entry] = await db.outbox.toArray();
  await screen.findByRole('heading', { name: '$25.00 in cash' });
  cleanup();
  const error = { status: 409, code: 'donation_duplicate' as const, at: Date.now() };
  await db.outbox.put({ ...entry!, state: 'rejected', error });
  await db.donations.clear();
  await showApp(`/donations/${entry!.entity_id}/edit?resend=${entry!.op_id}`, ports);
  expect(await screen.findByText('Is this another donation?')).toBeTruthy();
  await press('Save anyway');
  const { receipt } = entry!.args as { receipt: string };
  await waitFor(async () =>
    expect(await queued()).toMatchObject([
      ['donation.submit', { receipt, amount_cents: 2_500, donor_id: ANNA, is_no_duplicate: true }],
    ]),
  );
  expect((await db.outbox.toArray())[0]?.state).toBe('queued');
});
