import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Me } from '../../contract/entities/me.ts';
import type { SavedView } from '../../contract/entities/saved-view.ts';
import { donationRow } from '../helpers/donation-row.ts';
import { chooseOption } from './controls.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';
import { setWidth } from './stub-browser.ts';

const id = (index: number) => `0198c000-0000-7000-8000-${String(index).padStart(12, '0')}`;
const rows = [
  donationRow({ id: id(1), donor_name: 'Petra', method: 'cash', state: 'submitted', paid_at: hoursFromNow(-3) }),
  donationRow({ id: id(2), donor_name: 'Carl', method: 'wallet', state: 'submitted', paid_at: hoursFromNow(-2) }),
  donationRow({ id: id(3), donor_name: 'Ida', method: 'cash', state: 'confirmed', paid_at: hoursFromNow(-1) }),
];
const view: SavedView = {
  ...{ id: id(9), rev: 1, table: 'donations', name: 'Confirmed cash', position: 0 },
  params: { donation_state: 'confirmed', method: 'cash' },
  ...{ created_at: hoursFromNow(-9), updated_at: hoursFromNow(-9) },
};

beforeEach(() => setWidth(390));

async function show(path: string, me: Partial<Me> = { is_staff: true }) {
  const ports = freshPorts();
  const db = await openPhone(ports, me, { connection: 'offline', last_fetched_at: hoursFromNow(-1) });
  await db.donations.bulkPut(me.is_staff ? rows : rows.map((row) => ({ ...row, donor_id: ANNA })));
  await db.saved_views.put(view);
  return showApp(path, ports);
}

const donors = (): (string | undefined)[] =>
  screen.queryAllByRole('link', { name: /^\$/ }).map(({ textContent }) => /, (\w+)/.exec(textContent ?? '')?.[1]);

describe('the list of donations on a phone', () => {
  it('opens a saved view of donations with its filters, and returns to all donations', async () => {
    const { path } = await show('/donations?list=all');
    await waitFor(() => expect(donors()).toEqual(['Ida', 'Carl', 'Petra']));
    await chooseOption('View', 'Confirmed cash');
    await waitFor(() => expect(donors()).toEqual(['Ida']));
    expect(new URLSearchParams(path().split('?')[1])).toEqual(
      new URLSearchParams({ list: 'all', donation_state: 'confirmed', method: 'cash', view: view.id }),
    );
    await chooseOption('View', 'All donations');
    await waitFor(() => expect(donors()).toEqual(['Ida', 'Carl', 'Petra']));
  });

  it('filters unconfirmed donations by payment method, and clears the filter', async () => {
    await show('/donations?method=other');
    fireEvent.click(await screen.findByRole('button', { name: 'Clear all filters' }));
    await waitFor(() => expect(new Set(donors())).toEqual(new Set(['Carl', 'Petra'])));
    await chooseOption('Payment method', 'Cash');
    await waitFor(() => expect(donors()).toEqual(['Petra']));
    expect(within(screen.getByRole('group', { name: 'Filters' })).queryByText('Status')).toBeNull();
  });

  it('offers learners neither filters nor views of their own donations', async () => {
    await show('/donations', {});
    await waitFor(() => expect(donors()).toHaveLength(3));
    expect(screen.queryByRole('button', { name: /View$/ })).toBeNull();
  });
});
