import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { Entry } from '../../src/db/outbox/entry.ts';
import { CONTACT, makeConflict, makeContact, makeEntry } from './entry-maker.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';

const otherAuthor = { theirs_by: 'Olga Maier', theirs_at: '2026-05-03T13:10:00.000Z' };
const phones = {
  base: [],
  mine: [{ number: '+491512345678', label: 'mobile' }],
  theirs: [{ number: '+491512345679', label: 'mobile' }],
};
const status = { base: 'new', mine: 'interested', theirs: 'invited' };
const bothChanges = { phones: { ...phones, ...otherAuthor }, status: { ...status, ...otherAuthor } };

async function showConflict(entry: Entry): Promise<PhoneDb> {
  const ports = freshPorts();
  const db = await openPhone(ports, {}, { connection: 'offline' });
  await db.contacts.add(makeContact());
  await db.outbox.add(entry);
  await showApp('/sync', ports);
  fireEvent.click(await screen.findByRole('button', { name: 'Choose' }));
  await screen.findByRole('dialog');
  return db;
}

const isDisabled = (name: string): boolean => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
const argsOf = async (db: PhoneDb): Promise<unknown> => (await db.outbox.toArray())[0]?.args;

describe('a contact with two conflicting versions', () => {
  it('the button on the card of a contact opens its conflict sheet', async () => {
    const ports = freshPorts();
    const db = await openPhone(ports);
    await db.contacts.add(makeContact());
    await db.outbox.add(makeConflict(bothChanges));
    await showApp(`/contacts/${CONTACT}`, ports);
    fireEvent.click(await screen.findByRole('button', { name: 'Choose' }));
    expect(await screen.findByRole('dialog', { name: 'You and Olga Maier changed this contact' })).toBeTruthy();
  });

  it('names the user as the author of both versions in a conflict between their own devices', async () => {
    const ports = freshPorts();
    const db = await openPhone(ports);
    await db.contacts.add(makeContact());
    const own = { theirs_by: 'Anna Berg', theirs_at: '2026-05-03T13:10:00.000Z', theirs_device: 'Chrome on Windows' };
    await db.outbox.add(makeConflict({ status: { ...status, ...own } }));
    await showApp(`/contacts/${CONTACT}`, ports);
    expect(await screen.findByText('You changed this contact on two devices')).toBeTruthy();
    expect(screen.queryByText('Someone else changed this too')).toBeNull();
  });

  it('the notice about an unsent change of a contact is below the button that logs a call', async () => {
    const ports = freshPorts();
    const db = await openPhone(ports);
    await db.contacts.add(makeContact());
    await db.outbox.add(makeEntry(1, { kind: 'contact.edit', entity: 'contacts', entity_id: CONTACT, args: {} }));
    await showApp(`/contacts/${CONTACT}`, ports);
    const waiting = await screen.findByText('Saved on this device. Will be sent.');
    const call = screen.getByRole('link', { name: 'Log a call' });
    expect(call.compareDocumentPosition(waiting)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

describe('conflict sheet', () => {
  it("asks only about conflicting fields and names each version's author", async () => {
    await showConflict(makeConflict(bothChanges));
    const dialog = screen.getByRole('dialog', { name: 'You and Olga Maier changed this contact' });
    const groups = within(dialog).getAllByRole('radiogroup');
    expect(groups.map((group) => group.getAttribute('aria-labelledby'))).toHaveLength(2);
    const phone = within(within(dialog).getByRole('radiogroup', { name: 'Phone' }));
    expect(phone.getByRole('radio', { name: /\+491512345678, mobile.*Yours/ })).toBeTruthy();
    expect(phone.getByRole('radio', { name: /\+491512345679, mobile.*Olga Maier/ })).toBeTruthy();
    expect(phone.getByRole('radio', { name: 'Enter another value' })).toBeTruthy();
    const state = within(within(dialog).getByRole('radiogroup', { name: 'Status' }));
    expect(state.getByRole('radio', { name: /Interested/ })).toBeTruthy();
    expect(state.queryByRole('radio', { name: 'Enter another value' })).toBeNull();
    expect(dialog.textContent).toContain('Everything else is already merged (1 field)');
    expect(within(dialog).getByText('Hamburg')).toBeTruthy();
  });

  it('saves the choices about conflicting fields only after all choices are made', async () => {
    const db = await showConflict(makeConflict(bothChanges));
    expect(isDisabled('Save')).toBe(true);
    fireEvent.click(within(screen.getByRole('radiogroup', { name: 'Phone' })).getByRole('radio', { name: /Yours/ }));
    expect(isDisabled('Save')).toBe(true);
    expect(screen.getByRole('radiogroup', { name: /Phone\s*selected/ })).toBeTruthy();
    fireEvent.click(within(screen.getByRole('radiogroup', { name: 'Status' })).getByRole('radio', { name: /Olga/ }));
    expect(screen.getByText('Ready to save')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [entry] = await db.outbox.toArray();
    // The contact's status is not sent, because the chosen version is already on the server.
    expect(entry).toMatchObject({
      state: 'queued',
      args: { phones: phones.mine, city: 'Hamburg' },
      supersedes: makeConflict({}).op_id,
    });
    expect(await db.contacts.get(CONTACT)).toMatchObject({ phones: phones.mine, status: 'invited', city: 'Hamburg' });
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Needs you' })).toBeNull());
  });

  it('sends nothing when "theirs" is chosen for every conflicting field', async () => {
    const db = await showConflict(makeConflict(bothChanges, { args: { phones: phones.mine, status: 'interested' } }));
    fireEvent.click(screen.getByRole('button', { name: 'Use theirs everywhere' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Resolved. Nothing is left to send.')).toBeTruthy();
    expect(await db.outbox.count()).toBe(0);
    expect(await db.contacts.get(CONTACT)).toMatchObject({ phones: phones.theirs, status: 'invited' });
  });

  it('sends the user\'s own values when "mine" is chosen for every conflicting field', async () => {
    const db = await showConflict(makeConflict(bothChanges));
    fireEvent.click(screen.getByRole('button', { name: 'Use mine everywhere' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await argsOf(db)).toEqual({ phones: phones.mine, status: 'interested', city: 'Hamburg' });
  });

  it('accepts a third value in a conflict and shows its validation error on the field', async () => {
    const db = await showConflict(makeConflict({ phones: { ...phones, ...otherAuthor } }));
    fireEvent.click(screen.getByRole('radio', { name: 'Enter another value' }));
    const field = screen.getByRole('textbox', { name: 'Other value: Phone' });
    fireEvent.change(field, { target: { value: 'none' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Phone is incorrect')).toBeTruthy();
    fireEvent.change(field, { target: { value: '+49 151 999\n+491512345678' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await argsOf(db)).toMatchObject({
      phones: [
        { number: '+49151999', label: '' },
        { number: '+491512345678', label: 'mobile' },
      ],
    });
  });

  it('changes nothing when the user postpones the decision about a conflict', async () => {
    const db = await showConflict(makeConflict(bothChanges));
    fireEvent.click(screen.getByRole('button', { name: 'Use mine everywhere' }));
    fireEvent.click(screen.getByRole('button', { name: 'Decide later' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await db.outbox.toArray()).toMatchObject([{ state: 'conflict', error: { fields: bothChanges } }]);
  });

  it('keeps the open conflict sheet unchanged when another version arrives', async () => {
    const db = await showConflict(makeConflict(bothChanges));
    const newer = { ...bothChanges, status: { ...status, theirs: 'partner', theirs_by: 'Carl Otto', theirs_at: null } };
    await db.outbox.toCollection().modify({ error: { status: 409, code: 'conflict', fields: newer, at: 1 } });
    expect(await screen.findByText('You and someone changed this contact')).toBeTruthy();
    const dialog = screen.getByRole('dialog', { name: 'You and Olga Maier changed this contact' });
    expect(within(dialog).getByRole('radio', { name: /Invited/ })).toBeTruthy();
  });

  it('names both devices if the same person made both conflicting changes', async () => {
    const own = { theirs_by: 'Anna Berg', theirs_at: '2026-05-03T13:10:00.000Z', theirs_device: 'Chrome on Windows' };
    await showConflict(makeConflict({ status: { ...status, ...own } }));
    const dialog = screen.getByRole('dialog', { name: 'You changed this contact on two devices' });
    expect(within(dialog).getByRole('radio', { name: /Invited.*Chrome on Windows/ })).toBeTruthy();
    expect(within(dialog).getByRole('radio', { name: /Interested.*This device/ })).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'All from other device' }));
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: /Invited/ }).checked).toBe(true);
    fireEvent.click(within(dialog).getByRole('button', { name: 'All from this device' }));
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: /Interested/ }).checked).toBe(true);
  });
});

describe('a record deleted by others during an edit', () => {
  const { rev: _, ...row } = makeContact();
  const fields = { row: { ...row, rev: 8 }, deleted_by: 'Olga Maier', deleted_at: '2026-05-03T13:10:00.000Z' };
  const entry = makeConflict({}, { error: { status: 410, code: 'record_deleted', fields, at: 0 } });

  it("restores a record deleted by others, and applies the user's edit", async () => {
    const db = await showConflict(entry);
    const dialog = screen.getByRole('dialog', { name: 'Olga Maier deleted this contact. You changed it.' });
    expect(within(dialog).getByText('Hamburg')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Restore my version' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await db.outbox.toArray()).toMatchObject([
      { kind: 'contact.restore', state: 'queued', args: { first_name: 'Jonas', city: 'Hamburg' } },
    ]);
  });

  it("discards the user's edit of a record that others have deleted", async () => {
    const db = await showConflict(entry);
    fireEvent.click(screen.getByRole('button', { name: 'Discard my change' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await db.outbox.count()).toBe(0);
  });
});
