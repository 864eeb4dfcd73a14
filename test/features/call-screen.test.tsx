import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { makeInteraction, makeLinkedContact } from './call-maker.ts';
import { CONTACT } from './entry-maker.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';

// Mocks workers, which jsdom does not have.
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { fetchPage: async () => ({ ok: true }) } }));
vi.mock('../../src/bridge/search.ts', () => ({
  search: { find: async (_: string, { text }: { text: string }) => ({ ids: text === 'jon' ? [CONTACT] : [] }) },
}));

describe('call screen', () => {
  async function show(path: string, fill: (db: PhoneDb) => Promise<unknown>) {
    const ports = freshPorts();
    const db = await openPhone(ports, { is_staff: true }, { connection: 'offline' });
    await fill(db);
    return { db, ...(await showApp(path, ports)) };
  }

  it('one press on a result saves a call with a contact', async () => {
    const { db, path } = await show(`/calls/new?contact=${CONTACT}`, (db) => db.contacts.put(makeLinkedContact()));
    fireEvent.click(await screen.findByRole('button', { name: 'No answer' }));
    await waitFor(async () => expect(await db.outbox.count()).toBe(3));
    const [entry] = await db.outbox.toArray();
    expect(entry?.args).toMatchObject({ contact_id: CONTACT, result: 'no_answer', kind: 'call', duration_s: 0 });
    await waitFor(() => expect(path()).not.toContain('/calls'));
    expect(await screen.findByText('Call logged')).toBeTruthy();
  });

  it('undoes a call saved with a wrong result, and restores the form with its values', async () => {
    const { db, path } = await show(`/calls/new?contact=${CONTACT}`, (db) => db.contacts.put(makeLinkedContact()));
    fireEvent.change(await screen.findByRole('textbox', { name: /^Note/ }), { target: { value: 'Wants to come' } });
    fireEvent.click(screen.getByRole('button', { name: 'Busy' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(path()).toBe(`/calls/new?contact=${CONTACT}`));
    expect([await db.outbox.count(), await db.interactions.count()]).toEqual([0, 0]);
    const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Note/ });
    expect(note.value).toBe('Wants to come');
    fireEvent.click(screen.getByRole('button', { name: 'Reached' }));
    await waitFor(async () =>
      expect(await db.interactions.toArray()).toMatchObject([{ result: 'reached', note: 'Wants to come' }]),
    );
  });

  it('saves the result of a meeting after the type of the interaction was changed to a meeting', async () => {
    const { db } = await show(`/calls/new?contact=${CONTACT}`, (db) => db.contacts.put(makeLinkedContact()));
    fireEvent.click(await screen.findByRole('radio', { name: 'Meeting' }));
    fireEvent.click(await screen.findByRole('button', { name: 'No-show' }));
    await waitFor(async () =>
      expect(await db.interactions.toArray()).toMatchObject([{ kind: 'meet', result: 'no_show' }]),
    );
  });

  it('shows suggested people and call results together, so that the results do not move', async () => {
    await show('/calls/new', (db) => db.contacts.put(makeLinkedContact()));
    await screen.findByRole('button', { name: 'No answer' });
    expect(screen.getByRole('list', { name: 'People' }).textContent).toContain('Jonas Weber');
  });

  it('keeps the contact of an opened call form, even if the contact is synced only later', async () => {
    const { db } = await show(`/calls/new?contact=${CONTACT}`, async () => {});
    await screen.findByRole('searchbox', { name: 'With' });
    await db.contacts.put(makeLinkedContact());
    fireEvent.click(await screen.findByRole('button', { name: 'Change' }));
    expect(await screen.findByRole('searchbox', { name: 'With' })).toBeTruthy();
  });

  it('the call form requires a person or a number, and accepts a number without a contact', async () => {
    const { db } = await show('/calls/new', async () => {});
    fireEvent.click(await screen.findByRole('button', { name: 'Reached' }));
    expect(await screen.findByText('Choose a person or enter a number')).toBeTruthy();
    fireEvent.change(screen.getByRole('searchbox', { name: 'With' }), { target: { value: '112' } });
    fireEvent.click(await screen.findByRole('button', { name: '112' }));
    fireEvent.click(screen.getByRole('button', { name: 'Reached' }));
    await waitFor(async () => expect(await db.outbox.count()).toBe(1));
    expect((await db.outbox.toArray())[0]?.args).toMatchObject({ phone_raw: '112', contact_id: null });
  });

  it('the call form finds a contact by typed text', async () => {
    const { db } = await show('/calls/new', (db) => db.contacts.put(makeLinkedContact()));
    const box = await screen.findByRole('searchbox', { name: 'With' });
    fireEvent.change(box, { target: { value: 'zzz' } });
    expect(await screen.findByText('No matches. You can enter a number instead.')).toBeTruthy();
    fireEvent.change(box, { target: { value: 'jon' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Jonas Weber' }));
    fireEvent.click(screen.getByRole('button', { name: 'Reached' }));
    await waitFor(async () => expect(await db.outbox.count()).toBe(3));
    expect((await db.outbox.toArray())[0]?.args).toMatchObject({ contact_id: CONTACT, phone_raw: null });
  });

  it('lets nobody but the author edit a call', async () => {
    const row = makeInteraction('0198c000-0000-7000-8000-0000000000ff');
    await show(`/calls/${row.id}/edit`, (db) => db.interactions.put(row));
    expect(await screen.findByText('Only the author can edit this.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  });

  it('lets the author delete a call and undo the deletion', async () => {
    const row = makeInteraction(ANNA);
    const { db } = await show(`/calls/${row.id}/edit`, (db) => db.interactions.put(row));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(async () => expect(await db.interactions.count()).toBe(0));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await db.interactions.count()).toBe(1));
    expect(await db.outbox.count()).toBe(0);
  });
});
