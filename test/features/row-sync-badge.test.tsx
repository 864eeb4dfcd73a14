import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RowSyncBadge } from '../../src/components/sync/row-sync-badge.tsx';
import { StoreProvider } from '../../src/hooks/store-context.tsx';
import type { RowBadge } from '../../src/db/queries/badges.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { Entry } from '../../src/db/outbox/entry.ts';
import type { Store } from '../../src/db/schema/store.ts';
import { makeConflict, makeEntry } from './entry-maker.ts';
import { ANNA, freshPorts, openPhone } from './fake-app.tsx';

let db: PhoneDb;
beforeEach(async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  db = await openPhone(freshPorts());
});
afterEach(() => vi.useRealTimers());

const badgeOf = (...entries: Entry[]): RowBadge => ({ state: entries[0]!.state, entries });

const ShownBadge = ({ badge }: { badge: RowBadge | undefined }) => (
  <I18nProvider i18n={i18n}>
    <StoreProvider value={{ db, actor: { user_id: ANNA, user_name: 'Anna Berg' } } as Store}>
      <RowSyncBadge badge={badge} />
    </StoreProvider>
  </I18nProvider>
);

it.each([
  ['Not sent yet', makeEntry(1)],
  ['Sending', makeEntry(1, { state: 'sending' })],
  [
    'Not accepted: Comments can only be edited for 15 minutes',
    makeEntry(1, { state: 'rejected', error: { status: 409, code: 'comment_too_old', at: 0 } }),
  ],
  ["Stuck, won't retry automatically", makeEntry(1, { state: 'parked' })],
  ['Held up by another change', makeEntry(1, { state: 'blocked' })],
  ['Two versions', makeConflict({})],
])('the sync badge of a row shows the state of its write: %s', async (words, entry) => {
  const { container } = render(<ShownBadge badge={badgeOf(entry)} />);
  await waitFor(() => expect(container.textContent).toBe(words));
});

it('the sync badge of a row names the record or file that a write waits for', async () => {
  const create = makeEntry(1, { kind: 'contact.create', entity: 'contacts', title: 'Anna' });
  await db.outbox.add(create);
  const { rerender } = render(
    <ShownBadge badge={badgeOf(makeEntry(2, { state: 'waiting_dep', deps: [create.op_id] }))} />,
  );
  expect(await screen.findByText('Waiting for: contact Anna')).toBeTruthy();
  rerender(<ShownBadge badge={badgeOf(makeEntry(3, { state: 'waiting_dep', blobs: ['ff'] }))} />);
  expect(await screen.findByText('Waiting for: photo')).toBeTruthy();
});

it('the sync badge of a row shows "Sent" for five seconds, but not after an undone write', async () => {
  const { kind, entity, entity_id, title, at_client, background, op_id } = makeEntry(1);
  const line = { op_id, kind, entity, entity_id, title, at_client, background, rev: 1 };
  const at = new Date();
  at.setHours(14, 22, 0, 0);
  const { container, rerender } = render(<ShownBadge badge={badgeOf(makeEntry(1))} />);
  await db.history.add({ ...line, server_time: at.toISOString() });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  rerender(<ShownBadge badge={undefined} />);
  await waitFor(() => expect(container.textContent).toBe('Sent 14:22'));
  act(() => void vi.advanceTimersByTime(5_100));
  expect(container.textContent).toBe('');
  rerender(<ShownBadge badge={badgeOf(makeEntry(2))} />);
  rerender(<ShownBadge badge={undefined} />);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(container.textContent).toBe('');
});

it('the sync badge of a conflict is a button that offers the choice between two versions', () => {
  const fields = { status: { base: 'new', mine: 'invited', theirs: 'contacted', theirs_by: 'Olga', theirs_at: null } };
  render(<ShownBadge badge={badgeOf(makeConflict(fields))} />);
  expect(screen.getByRole('button', { name: 'Two versions: choose one' })).toBeTruthy();
});
