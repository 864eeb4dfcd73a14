import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { typeDate } from './controls.ts';
import { CONTACT, makeContact, makeEntry } from './entry-maker.ts';
import { stubClipboard } from './stub-browser.ts';
import { showSyncCentre } from './sync-centre-app.ts';

it('shows the reason and text of a rejected comment and discards it after confirmation', async () => {
  await showSyncCentre([makeEntry(1, { state: 'rejected', error: { status: 409, code: 'comment_too_old', at: 0 } })]);
  const tray = await screen.findByRole('list', { name: 'Needs you' });
  expect(within(tray).getByText('Not accepted: Comments can only be edited for 15 minutes')).toBeTruthy();
  expect(within(tray).getByText('Words 1')).toBeTruthy();
  expect(within(tray).queryByRole('button', { name: 'Try again' })).toBeNull();
  fireEvent.click(within(tray).getByRole('button', { name: 'Discard' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(screen.getByText('1 needs you', { selector: '[role=status]' })).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Needs you' })).toBeNull());
});

it('explains a write that a restored server had lost and now rejects', async () => {
  const error = { status: 409, code: 'task_state', at: 0 } as const;
  const accepted_at = '2026-05-03T10:00:00.000Z';
  await showSyncCentre([
    makeEntry(1, { state: 'rejected', error, accepted_at }),
    makeEntry(2, { state: 'rejected', error }),
  ]);
  const tray = await screen.findByRole('list', { name: 'Needs you' });
  expect(within(tray).getAllByText(/^This was sent .* and lost when the server was restored\./)).toHaveLength(1);
});

it('retries a stuck write with the same key', async () => {
  const error = { status: 500, code: 'internal', at: 0 } as const;
  const db = await showSyncCentre([makeEntry(1, { state: 'parked', error })]);
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  const list = await screen.findByRole('list', { name: 'To send' });
  expect(within(list).getByText(/Words 1/)).toBeTruthy();
  expect(await db.outbox.toArray()).toMatchObject([{ op_id: makeEntry(1).op_id, state: 'queued' }]);
});

it('lists unsent writes with what each one waits for, and undoes a write with its dependents', async () => {
  await showSyncCentre([
    makeEntry(1, {}),
    makeEntry(2, { state: 'waiting_dep', deps: [makeEntry(1).op_id] }),
    makeEntry(3, { frozen: '{}', state: 'sending' }),
    makeEntry(4, { kind: 'lesson.time', background: 1 }),
  ]);
  const rows = within(await screen.findByRole('list', { name: 'To send' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent?.match(/Words \d|Your progress/)?.[0])).toEqual([
    'Words 1',
    'Words 2',
    'Words 3',
    'Your progress',
  ]);
  expect(rows[1]?.textContent).toContain('Waiting for: Comment: Listening');
  expect(within(rows[2]!).queryByText('Undo')).toBeNull();
  expect(screen.getAllByText('Offline, 3 to send').length).toBeGreaterThan(0);
  fireEvent.click(within(rows[0]!).getByText('Undo'));
  // Undoing the write also removes the write that depends on it.
  await waitFor(() => expect(screen.queryByText(/Words [12]/)).toBeNull());
  expect(screen.getByText(/Words 3/)).toBeTruthy();
});

it('the sync centre starts a sync cycle immediately on request and reports a failure', async () => {
  const turn = vi.fn(async () => ({ ok: false, why: 'no_answer' }) as const);
  await showSyncCentre([makeEntry(1, {})], turn);
  fireEvent.click(screen.getByRole('button', { name: 'Send now' }));
  expect(await screen.findByText('It could not be sent. It will retry automatically.')).toBeTruthy();
  expect(turn).toHaveBeenCalledOnce();
});

describe('changes that need the user', () => {
  it('names an invalid field of a rejected change only once', async () => {
    const fields = { phones: 'phone_taken', city: 'too_long' };
    const error = { status: 422, code: 'invalid' as const, at: 0, fields };
    const of = { kind: 'contact.edit', entity: 'contacts', entity_id: CONTACT, args: {} } as const;
    await showSyncCentre([makeEntry(1, { ...of, state: 'rejected', error })]);
    const reason = 'Not accepted: Phone is already in use. City: This text is too long';
    expect(await screen.findByText(reason)).toBeTruthy();
  });

  it('resends a corrected comment as a new write at the same position', async () => {
    const error = { status: 422, code: 'invalid' as const, at: 0, fields: { text: 'too_long' } };
    const db = await showSyncCentre([makeEntry(1, { state: 'rejected', frozen: '{}', error })]);
    expect(await screen.findByText('Not accepted: Comment: This text is too long')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Edit and resend' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit and resend' });
    const field = within(dialog).getByRole('textbox', { name: 'Comment' });
    expect(within(dialog).getByText('This text is too long')).toBeTruthy();
    fireEvent.change(field, { target: { value: ' ' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Resend' }));
    expect(await within(dialog).findByText('This field cannot be empty')).toBeTruthy();
    fireEvent.change(field, { target: { value: 'Shorter' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Resend' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await db.outbox.toArray()).toMatchObject([
      { state: 'queued', args: { text: 'Shorter' }, supersedes: makeEntry(1).op_id, frozen: null },
    ]);
  });

  it('opens a rejected contact in its own form', async () => {
    const change = { entity: 'contacts', entity_id: CONTACT, state: 'rejected', title: 'Jonas' } as const;
    const error = { status: 400, code: 'invalid' as const, at: 0 };
    await showSyncCentre([
      makeEntry(1, { ...change, kind: 'contact.create', args: makeContact(), error }),
      makeEntry(2, { ...change, kind: 'contact.edit', args: { city: 'Bonn' }, error }),
    ]);
    const links = await screen.findAllByRole('link', { name: 'Edit and resend' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/contacts/new?resend=${makeEntry(1).op_id}`,
      `/contacts/${CONTACT}/edit?resend=${makeEntry(2).op_id}`,
    ]);
  });

  it("shows a rejected task's invalid fields first, and moves the end with the start", async () => {
    const args = {
      type: 'call',
      title: 'Call Maria',
      place: '',
      description: '',
      priority: 'normal',
      start_at: '2026-05-03T10:00:00.000Z',
      end_at: '2026-05-03T10:15:00.000Z',
      linked_user_id: null,
      linked_name: null,
      reminders: [],
      follow_up_of: null,
      source: 'manual',
      at: '2026-05-03T09:00:00.000Z',
    };
    const error = { status: 422, code: 'start_in_past' as const, at: 0, fields: { start_at: 'start_in_past' } };
    const db = await showSyncCentre([
      makeEntry(1, { entity: 'tasks', kind: 'task.create', title: 'Call Maria', state: 'rejected', args, error }),
    ]);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit and resend' }));
    const dialog = await screen.findByRole('dialog');
    const start = within(dialog).getByRole('group', { name: 'Start' });
    expect(within(dialog).getAllByRole('group')[0]).toBe(start);
    expect(within(dialog).getByRole('textbox', { name: 'Title' })).toBeTruthy();
    expect(within(dialog).getByRole('textbox', { name: 'Description' })).toBeTruthy();
    await typeDate(start, '2030-05-03T12:00');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Resend' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = (await db.outbox.toArray())[0]?.args as typeof args;
    expect(Date.parse(sent.start_at)).toBe(new Date('2030-05-03T12:00').getTime());
    expect(Date.parse(sent.end_at) - Date.parse(sent.start_at)).toBe(15 * 60_000);
  });

  it('hands over work on a record that was reassigned', async () => {
    const error = { status: 404, code: 'access_lost' as const, at: 0 };
    const change = { entity: 'contacts', entity_id: CONTACT, kind: 'contact.edit', state: 'rejected' } as const;
    const db = await showSyncCentre([
      makeEntry(1, { ...change, title: 'Timur', args: { notes: 'Call in May' }, error }),
    ]);
    const tray = await screen.findByRole('list', { name: 'Needs you' });
    expect(within(tray).getByText('Call in May')).toBeTruthy();
    expect(within(tray).getByText('Handing over gives it to the current owner of this contact.')).toBeTruthy();
    expect(within(tray).queryByText('Edit and resend')).toBeNull();
    fireEvent.click(within(tray).getByRole('button', { name: 'Hand over' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Needs you' })).toBeNull());
    expect(await db.outbox.toArray()).toMatchObject([
      { kind: 'handover.offer', args: { kind: 'contact.edit', args: { notes: 'Call in May' } } },
    ]);
    expect(await screen.findByText('Not assigned yet')).toBeTruthy();
  });

  it('names the recipient of a handover for each kind of work', async () => {
    const lost = { state: 'rejected', error: { status: 404, code: 'access_lost', at: 0 } } as const;
    const call = { kind: 'call', contact_id: null, user_id: CONTACT, note: 'Later' };
    await showSyncCentre([
      makeEntry(1, { ...lost, entity: 'staff_tickets', kind: 'ticket.answer', args: { body: 'Try it again' } }),
      makeEntry(2, { ...lost, entity: 'interactions', kind: 'interaction.log', args: call }),
    ]);
    const tray = await screen.findByRole('list', { name: 'Needs you' });
    expect(within(tray).getByText('Handing over gives it to the current assignee of this request.')).toBeTruthy();
    expect(within(tray).getByText('Handing over gives it to the employee this person is assigned to.')).toBeTruthy();
  });

  it('names the employee who took a requested lead, and links to the leads if none waits', async () => {
    const at = new Date().toISOString();
    const error = { status: 409, code: 'taken' as const, at: 0, fields: { by: 'Olga Sommer', at } };
    const lead = { kind: 'lead.take', entity: 'waiting_leads', title: 'Pavel', args: {} } as const;
    await showSyncCentre([makeEntry(1, { ...lead, state: 'rejected', error })]);
    const tray = await screen.findByRole('list', { name: 'Needs you' });
    expect(within(tray).getByText('Take lead: Pavel')).toBeTruthy();
    expect(within(tray).getByText(/^Olga Sommer took Pavel at \d\d:\d\d\.$/)).toBeTruthy();
    expect(within(tray).getByRole('link', { name: 'Open leads' }).getAttribute('href')).toBe('/leads?tab=waiting');
    expect(within(tray).getByRole('button', { name: 'Discard' })).toBeTruthy();
  });

  it('lists blocked writes under the write that blocks them, and discards them together with it', async () => {
    const own = { entity: 'contacts', entity_id: CONTACT, frozen: '{}' } as const;
    const error = { status: 422, code: 'contacts_full' as const, at: 0 };
    const db = await showSyncCentre([
      makeEntry(1, { ...own, kind: 'contact.create', args: makeContact(), title: 'Jonas', state: 'rejected', error }),
      makeEntry(2, { ...own, kind: 'contact.edit', args: { city: 'Bonn' }, title: 'Jonas', state: 'blocked' }),
      makeEntry(3, { state: 'blocked', deps: [makeEntry(2).op_id] }),
    ]);
    const rows = within(await screen.findByRole('list', { name: 'Needs you' })).getAllByRole('listitem');
    expect(rows[0]?.textContent).toContain('New contact: Jonas');
    expect(rows[0]?.textContent).toContain('Edit contact: Jonas');
    expect(rows[0]?.textContent).toContain('Comment: Listening');
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('2 changes that depend on it will be discarded too.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await db.outbox.count()).toBe(0));
  });
});

describe('changes to send', () => {
  const entry = makeEntry(1, { entity: 'contacts', entity_id: CONTACT, kind: 'contact.edit', title: 'Jonas Weber' });

  it('groups unsent changes by record with the reason for waiting, and prioritises a group on Send first', async () => {
    const db = await showSyncCentre([
      makeEntry(2, { attempts_net: 3 }),
      { ...entry, args: { city: 'Bonn' } },
      makeEntry(4, { ...entry, op_id: makeEntry(4).op_id, args: { notes: 'x' } }),
    ]);
    const list = await screen.findByRole('list', { name: 'To send' });
    expect(within(list).getByText('2 not sent yet')).toBeTruthy();
    const rows = within(list).getAllByRole('listitem');
    expect(rows[0]?.textContent).toMatch(/3 attempts, Waiting for a connection/);
    expect(within(list).getAllByRole('link', { name: /^Edit/ })[0]?.getAttribute('href')).toBe(
      `/contacts/${CONTACT}/edit`,
    );
    fireEvent.click(within(list).getByRole('button', { name: 'Send first: Edit contact: Jonas Weber' }));
    await waitFor(() => expect(within(list).getAllByRole('listitem')[0]?.textContent).toContain('Jonas Weber'));
    expect(await db.outbox.filter(({ priority }) => priority === 1).count()).toBe(2);
  });

  it('shows details of unsent changes, which can be copied', async () => {
    const writeText = stubClipboard();
    await showSyncCentre([makeEntry(1)]);
    fireEvent.click(await screen.findByRole('button', { name: /^Details/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Details' });
    expect(within(dialog).getByText(makeEntry(1).op_id)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(`${makeEntry(1).op_id}\ncomment.add\nqueued`));
  });
});
