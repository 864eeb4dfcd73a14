import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccountingProblem, AccountingReport, LedgerPayment } from '../../contract/api-calls/accounting.ts';
import type { Me } from '../../contract/entities/me.ts';
import { sync } from '../../src/bridge/sync.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { accountingKeys } from '../../src/lib/cached-pages.ts';
import { formatDateTime } from '../../src/lib/dates.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { IVAN } from './people-maker.ts';

const AT = '2036-12-01T14:20:00.000Z';
const id = (number: number) => `0198c000-0000-7000-8000-0000000000b${number}`;

const payment = (number: number, change: Partial<LedgerPayment> = {}): LedgerPayment => ({
  ...{ id: id(number), user_id: IVAN, user_name: 'Ivan Petrov', purpose: 'subscription', title: 'Learn, Month' },
  ...{ amount_cents: 600, currency: 'USD', state: 'succeeded', created_at: AT, paid_at: AT, ...change },
});

const account = vi.fn<(name: string, ...args: unknown[]) => Promise<unknown>>();
beforeEach(() => {
  account.mockReset().mockResolvedValue({ ok: true });
  vi.spyOn(sync, 'account').mockImplementation(account as unknown as typeof sync.account);
});

async function show(
  path: string,
  fill: (db: PhoneDb) => Promise<unknown>,
  me: Partial<Me> = {},
  status: Partial<SyncStatus> = {},
) {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true, ...me }, { last_fetched_at: AT, ...status });
  await fill(db);
  return showApp(path, ports);
}

const about = { count: 3, total_count: 3, next: null };
const page = (db: PhoneDb, rows: LedgerPayment[], { person = '', number = 1, next = null as number | null } = {}) =>
  db.pages.put({ key: accountingKeys.payments(person, number), rows, about: { ...about, next }, fetched_at: AT });

const rowsOf = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the list of payments', () => {
  it('lists payments with payer, amount, time and state', async () => {
    const rows = [
      payment(1),
      payment(2, { state: 'pending', paid_at: null, user_name: '', title: 'The Kettle', amount_cents: 450 }),
      payment(3, { state: 'refunded' }),
    ];
    await show('/payments', (db) => page(db, rows));
    const time = formatDateTime(AT);
    expect(await rowsOf('Payments')).toEqual([
      `Ivan Petrov, Learn, Month$6.00${time} · Paid`,
      `Deleted account, The Kettle$4.50${time} · Not paid yet`,
      `Ivan Petrov, Learn, Month$6.00${time} · Refunded`,
    ]);
    expect(account).toHaveBeenCalledWith('fetchPayments', '', 1);
  });

  it("lists one person's payments without the name, page by page", async () => {
    const { path } = await show(`/payments?person=${IVAN}`, async (db) => {
      await page(db, [payment(1)], { person: IVAN, next: 2 });
      await page(db, [payment(2, { title: 'Old' })], { person: IVAN, number: 2 });
    });
    expect(await rowsOf('Payments')).toEqual([`Learn, Month$6.00${formatDateTime(AT)} · Paid`]);
    fireEvent.click(screen.getByRole('button', { name: 'Older' }));
    await screen.findByText('Old');
    expect(path()).toBe(`/payments?person=${IVAN}&page=2`);
    expect(screen.getByRole('button', { name: 'Older' }).hasAttribute('disabled')).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Newer' }));
    await screen.findByText('Learn, Month');
  });

  it('says that there are no payments yet if the fetched list of payments is empty', async () => {
    await show('/payments', (db) => page(db, []));
    await screen.findByText('No payments yet.');
  });

  it('says that the user must be online to fetch the payments for the first time', async () => {
    account.mockResolvedValue({ ok: false, why: 'offline' });
    await show('/payments', async () => {}, {}, { connection: 'offline' });
    await screen.findByText("Payments haven't synced to this device yet. You need to be online.");
    await screen.findByText('You are offline');
  });

  it('redirects learners away from the payments', async () => {
    const { path } = await show('/payments', async () => {}, { is_staff: false });
    await waitFor(() => expect(path()).not.toContain('payments'));
  });
});

const report = (change: Partial<AccountingReport> = {}): AccountingReport => ({
  ...{ checked_at: AT, payments: 120, subscriptions: 40, provider_payments: 9, provider: 'answered' },
  ...{ problem_count: 0, problems: [], ...change },
});
const sums = { month: '2036-11', payments: 2, paid_cents: 6000, refunded_cents: 500, donated_cents: 5000 };
const storeAccounts = async (db: PhoneDb, found: AccountingReport | null) => {
  const rows = [{ ...sums, total_cents: 10_500 }];
  await db.pages.bulkPut([
    { key: accountingKeys.months, rows, fetched_at: AT },
    { key: accountingKeys.report, rows: [found], fetched_at: AT },
  ]);
};
const admin = { is_superuser: true };

describe('the accounting screen', () => {
  it('the accounting screen shows monthly sums, and a message after a check without problems', async () => {
    await show('/accounting', (db) => storeAccounts(db, report()), admin);
    const facts = 'Payments 2: $60.00; refunds $5.00; donations $50.00';
    expect(await rowsOf('Months')).toEqual([`November 2036$105.00${facts}CSV`]);
    await screen.findByText('Everything agrees');
    expect(screen.queryByRole('list', { name: 'Problems' })).toBeNull();
  });

  it('shows each problem of the nightly check with the person and the values', async () => {
    const problem = { kind: 'open_too_long' as const, payment_id: id(1), user_id: IVAN, user_name: 'Ivan Petrov' };
    const values = (kind: AccountingProblem['kind'], expected: string | null, found: string | null) => ({
      ...{ ...problem, kind, expected, found },
    });
    const later = '2036-12-03T14:20:00.000Z';
    const problems = [
      values('provider_amount', '600 USD', '750 EUR'),
      values('other_amount', '600', '700'),
      values('other_time', AT, later),
      values('provider_state', 'succeeded', 'refunded'),
      values('open_too_long', null, 'pending'),
      { ...values('payment_unknown', null, '3000 USD'), user_id: null, user_name: '' },
    ];
    const found = report({ problem_count: 6, problems, provider: 'unreachable' });
    await show('/accounting', (db) => storeAccounts(db, found), admin);
    await screen.findByText('6 problems');
    await screen.findByText(/The payment provider is not responding/);
    const [from, until] = [formatDateTime(AT), formatDateTime(later)];
    expect(await rowsOf('Problems')).toEqual([
      `The payment provider reports another amountIvan Petrov · Expected $6.00, found 7.50 EUR · ${id(1)}`,
      `The history shows another amount than the paymentIvan Petrov · Expected $6.00, found $7.00 · ${id(1)}`,
      `A subscription does not end with its paid timeIvan Petrov · Expected ${from}, found ${until} · ${id(1)}`,
      `The payment provider reports another stateIvan Petrov · Expected succeeded, found refunded · ${id(1)}`,
      `A payment has been open for too longIvan Petrov · ${id(1)}`,
      `A payment at the provider is missing here$30.00 · ${id(1)}`,
    ]);
    expect(screen.queryByText('Only the first ones of each type are listed.')).toBeNull();
  });

  it('says that only the first problems of the nightly check are listed if there are more', async () => {
    const problem = { kind: 'ledger_gap' as const, payment_id: id(1), user_id: IVAN, user_name: 'Ivan Petrov' };
    const problems = [{ ...problem, expected: 'created', found: 'pending' }];
    await show('/accounting', (db) => storeAccounts(db, report({ problem_count: 2, problems })), admin);
    await screen.findByText('Only the first ones of each type are listed.');
  });

  it('reports a failed fetch of the accounting report, and refetches everything on Refresh', async () => {
    account.mockImplementation(async (name) =>
      name === 'fetchReport' ? { ok: false, why: 'no_answer' } : { ok: true },
    );
    await show('/accounting', (db) => storeAccounts(db, report()), admin);
    await screen.findByText('The server is not responding');
    account.mockReset().mockResolvedValue({ ok: true });
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(account.mock.calls.map(([name]) => name)).toEqual(['fetchMonths', 'fetchReport']));
  });

  it('says that the user must be online to fetch the accounts for the first time', async () => {
    account.mockResolvedValue({ ok: false, why: 'offline' });
    await show('/accounting', async () => {}, admin, { connection: 'offline' });
    await screen.findByText("The accounts haven't synced to this device yet. You need to be online.");
    expect(screen.queryByText('Nightly check')).toBeNull();
  });

  it('announces the first nightly check while there is no report', async () => {
    await show('/accounting', (db) => storeAccounts(db, null), admin);
    await screen.findByText('The first check runs tonight.');
  });

  it('downloads the ledger of a month, and reports a failed download', async () => {
    const createObjectUrl = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
    await show('/accounting', (db) => storeAccounts(db, report()), admin);
    const press = async () =>
      fireEvent.click(await screen.findByRole('button', { name: 'Download CSV of November 2036' }));
    account.mockResolvedValueOnce({ ok: true, file: new Blob(['time']) });
    await press();
    await waitFor(() => expect(createObjectUrl).toHaveBeenCalledOnce());
    expect(account).toHaveBeenCalledWith('fetchLedger', '2036-11');
    account.mockResolvedValueOnce({ ok: false, why: 'no_answer' });
    await press();
    await screen.findByText('The file could not be downloaded. Try again later.');
  });

  it('does not download the ledger of a month while offline', async () => {
    await show('/accounting', (db) => storeAccounts(db, report()), admin, { connection: 'offline' });
    const button = await screen.findByRole('button', { name: 'Download CSV of November 2036' });
    expect(button.hasAttribute('disabled')).toBe(true);
  });

  it('tells managers that only administrators can see the accounts, and fetches nothing', async () => {
    await show('/accounting', (db) => storeAccounts(db, report()), { is_manager: true });
    await screen.findByText('Only administrators can see the accounts.');
    expect(account).not.toHaveBeenCalled();
  });

  it.each([
    [{ is_superuser: true }, ['/payments', '/accounting']],
    [{ is_staff: true }, ['/payments', null]],
    [{ is_staff: false }, [null, null]],
  ])('the menu links the role %o only to the accounting screens that the role may open', async (role, links) => {
    await show('/more', async () => {}, role);
    await screen.findByRole('link', { name: 'Donations' });
    await waitFor(() =>
      expect(
        ['Payments', 'Accounting'].map((name) => screen.queryByRole('link', { name })?.getAttribute('href') ?? null),
      ).toEqual(links),
    );
  });
});
