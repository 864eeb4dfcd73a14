import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { promptAboutCall, savedCallIntent } from '../../src/components/call/call-intent.ts';
import { logCallLinkProps, openLogCall } from '../../src/components/call/log-call.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { findLikelyPeople, MAX_LIKELY } from '../../src/features/calls/likely-people.ts';
import { logCall, type NewLog } from '../../src/features/calls/actions.ts';
import { undoLoggedCall } from '../../src/features/calls/undo-log.ts';
import { LINKED_USER_ID, makeIntent, makeInteraction, makeLinkedContact, NUMBER } from './call-maker.ts';
import { CONTACT, makeContact } from './entry-maker.ts';
import { ANNA, freshPorts, makeMe, openPhone, showApp } from './fake-app.tsx';
import { makePerson } from './person-maker.ts';
import { suggestedTime } from './suggested-time.ts';
import { me, makeDevice, makeTask } from './task-maker.ts';

// Mocks workers, which jsdom does not have.
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { fetchPage: async () => ({ ok: true }) } }));
vi.mock('../../src/bridge/search.ts', () => ({
  search: { find: async (_: string, { text }: { text: string }) => ({ ids: text === 'jon' ? [CONTACT] : [] }) },
}));

const START = '2026-05-03T10:00:00.000Z';
const idOf = (index: number) => `0198c000-0000-7000-8000-0000000000${(index + 16).toString(16)}`;

async function show(path: string, fill: (db: PhoneDb) => Promise<unknown>) {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true }, { connection: 'offline' });
  await fill(db);
  return { db, ...(await showApp(path, ports)) };
}

/** Opens the sheet after its code has been loaded. Before that, the links open another screen. */
async function openSheet(fill: (db: PhoneDb) => Promise<unknown>, path = '/staff-dashboard') {
  const app = await show(path, fill);
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(openLogCall({ from: 'today' })).toBe(true));
  return { ...app, sheet: within(await screen.findByRole('dialog', { name: 'Log a call' })) };
}

const kindsIn = async (db: PhoneDb) => (await db.outbox.orderBy('seq').toArray()).map(({ kind }) => kind);
const results = () => screen.findByRole('dialog', { name: 'How did the call with Jonas Weber go?' });
/** Opens the sheet and chooses a contact, so that the sheet shows the possible results of the call. */
async function openResults(contact = {}) {
  const app = await openSheet((db) => db.contacts.put(makeLinkedContact(contact)));
  fireEvent.click(app.sheet.getByRole('button', { name: 'Jonas Weber' }));
  await results();
  return app;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the sheet that logs a call', () => {
  it('logs a call over the day screen with one press on the person and one on the result', async () => {
    const { db, path, sheet } = await openSheet((db) => db.contacts.put(makeLinkedContact()));
    fireEvent.click(within(sheet.getByRole('list', { name: 'People' })).getByRole('button', { name: 'Jonas Weber' }));
    await results();
    press('No answer');
    await screen.findByText('Call logged');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(path()).toBe('/staff-dashboard');
    expect(await kindsIn(db)).toEqual(['interaction.log', 'task.create', 'task.finish']);
    const [row] = await db.interactions.toArray();
    expect(row).toMatchObject({ contact_id: CONTACT, kind: 'call', direction: 'out', result: 'no_answer', note: '' });
    expect(Math.abs(Date.parse(row!.at) - Date.now())).toBeLessThan(60_000);
  });

  it('undoes a call logged with a wrong result and asks for the result again', async () => {
    const { db } = await openResults();
    press('Busy');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await results();
    expect([await db.outbox.count(), await db.interactions.count()]).toEqual([0, 0]);
    press('Reached');
    await waitFor(async () => expect((await db.interactions.toArray())[0]?.result).toBe('reached'));
  });

  it('adds a note to the call that was just logged', async () => {
    const { db } = await openResults();
    press('Reached');
    fireEvent.click(await screen.findByRole('button', { name: 'Add note' }));
    const note = within(await screen.findByRole('dialog', { name: 'Add note' }));
    fireEvent.click(note.getByRole('button', { name: 'Save note' }));
    expect(await note.findByText('Please, fill this field')).toBeTruthy();
    fireEvent.change(note.getByRole('textbox', { name: /^Note/ }), { target: { value: 'Wants to come' } });
    fireEvent.click(note.getByRole('button', { name: 'Save note' }));
    await waitFor(async () => expect((await db.interactions.toArray())[0]?.note).toBe('Wants to come'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('plans a call for the next working day if the person asked to be called back', async () => {
    const { db } = await openResults({ linked_user_id: null });
    press('Call back');
    await waitFor(async () => expect((await kindsIn(db)).at(-1)).toBe('task.create'));
    const [row] = await db.interactions.toArray();
    expect(row!.follow_up_at).toBe(suggestedTime('tomorrow') ?? suggestedTime('weekday'));
  });

  it('the call link of the day screen opens the sheet instead of the form', async () => {
    const { path, sheet } = await openSheet(async () => {});
    fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getAllByRole('link', { name: 'Log a call' })[0]!);
    expect(await screen.findByRole('dialog', { name: 'Log a call' })).toBeTruthy();
    expect(path()).toBe('/staff-dashboard');
  });

  it('asks only for the result of a call that is logged from the screen of a contact', async () => {
    const { path, sheet } = await openSheet((db) => db.contacts.put(makeLinkedContact()), `/contacts/${CONTACT}`);
    fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('link', { name: 'Log a call' }));
    await results();
    expect(path()).toBe(`/contacts/${CONTACT}`);
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    const details = screen.getByRole('link', { name: 'More details' });
    expect(details.getAttribute('href')).toBe(`/calls/new?contact=${CONTACT}`);
  });

  it('returns from the result of a call to the choice of the person', async () => {
    const { sheet } = await openSheet((db) => db.contacts.put(makeLinkedContact()));
    fireEvent.click(sheet.getByRole('button', { name: 'Jonas Weber' }));
    await results();
    press('Back');
    expect(await screen.findByRole('list', { name: 'People' })).toBeTruthy();
  });

  it('logs a call to a typed number, and finds a contact by typed text', async () => {
    const { db, sheet } = await openSheet((db) => db.contacts.put(makeLinkedContact()));
    const box = sheet.getByRole('searchbox', { name: 'With' });
    fireEvent.change(box, { target: { value: 'jon' } });
    expect(await sheet.findByRole('button', { name: 'Jonas Weber' })).toBeTruthy();
    fireEvent.change(box, { target: { value: '112' } });
    fireEvent.click(await sheet.findByRole('button', { name: '112' }));
    await screen.findByRole('dialog', { name: 'How did the call with 112 go?' });
    press('Reached');
    await waitFor(async () =>
      expect(await db.interactions.toArray()).toMatchObject([{ phone_raw: '112', contact_id: null, user_id: null }]),
    );
  });

  it('opens the complete form of a call from the sheet, and returns to the day screen afterwards', async () => {
    const { path, sheet } = await openSheet(async () => {});
    fireEvent.click(sheet.getByRole('link', { name: 'More details' }));
    await screen.findByRole('heading', { name: 'Log a call', level: 1 });
    expect(screen.queryByRole('dialog')).toBeNull();
    const nav = screen.getByRole('navigation', { name: 'Main menu' });
    expect(within(nav).getByRole('link', { name: 'Today' }).getAttribute('aria-current')).toBe('page');
    expect(within(nav).getByRole('link', { name: 'Contacts' }).getAttribute('aria-current')).toBeNull();
    fireEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Today' }));
    await waitFor(() => expect(path()).toBe('/dashboard'));
  });

  it('does not ask again about a call from this device after the call is logged', async () => {
    const { db, sheet } = await openSheet((db) => db.contacts.put(makeLinkedContact()));
    const started_at = Date.now() - 260_000;
    await promptAboutCall(db, makeIntent({ started_at, name: 'Jonas Weber' }));
    fireEvent.click(sheet.getByRole('button', { name: 'Jonas Weber' }));
    press('Voicemail');
    await waitFor(async () => expect(await savedCallIntent(db)).toBeNull());
    expect((await db.interactions.toArray())[0]?.at).toBe(new Date(started_at).toISOString());
  });
});

describe('a link that logs a call', () => {
  it('a call link leads to the form until the sheet is loaded', () => {
    const click = { preventDefault: vi.fn<() => void>() };
    logCallLinkProps({ person: me }).onClick(click as never);
    expect(openLogCall({})).toBe(false);
    expect(click.preventDefault).not.toHaveBeenCalled();
  });

  it.each(['ctrlKey', 'metaKey', 'shiftKey'])(
    'leaves a click on a call link to the browser while %s is pressed',
    async (key) => {
      const { sheet } = await openSheet(async () => {});
      fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(openLogCall({}, { [key]: true } as never)).toBe(false);
      expect(openLogCall({}, { preventDefault: () => {} } as never)).toBe(true);
      expect(await screen.findByRole('dialog', { name: 'Log a call' })).toBeTruthy();
    },
  );
});

describe('likely people of a call', () => {
  const contactNo = (index: number, first_name: string, rev: number) =>
    makeContact({ id: idOf(index), first_name, last_name: '', rev });

  it('suggests people with unlogged calls first, then people of tasks, past calls and opened records', async () => {
    const { store } = makeDevice(START);
    const { db } = store;
    await db.contacts.bulkPut([
      contactNo(1, 'Changed', 9),
      contactNo(2, 'Opened', 1),
      contactNo(3, 'Called', 1),
      contactNo(4, 'Planned', 1),
      contactNo(5, 'Running', 1),
      contactNo(6, 'Dialled', 1),
    ]);
    await saveMeta(db, 'recent_records', [{ kind: 'contact', id: idOf(2) }]);
    const linked = (index: number) => ({ linked_user_id: null, contact_id: idOf(index) });
    await db.interactions.bulkPut([
      makeInteraction(me, { contact_id: idOf(3) }),
      makeInteraction(me, { id: idOf(30), contact_id: idOf(1), kind: 'meet', result: 'held' }),
      makeInteraction(ANNA, { id: idOf(31), contact_id: idOf(1) }),
    ]);
    await db.tasks.bulkPut([
      makeTask(linked(4)),
      makeTask({ ...linked(5), state: 'in_progress' }),
      makeTask({ ...linked(1), type: 'meet' }),
      makeTask({ ...linked(1), assignee_id: ANNA }),
      makeTask({ ...linked(1), start_at: '2026-05-04T05:00:00.000Z' }),
      makeTask({ ...linked(1), state: 'completed' }),
    ]);
    await promptAboutCall(db, makeIntent({ contact_id: null, number: '112', name: '' }));
    await promptAboutCall(db, makeIntent({ contact_id: idOf(6), started_at: 1 }));
    expect((await findLikelyPeople(store)).map(({ name, number }) => name || number)).toEqual([
      ...['Dialled', '112', 'Running', 'Planned', 'Called', 'Opened', 'Changed'],
    ]);
  });

  it('suggests each person once, and only people whose name is on this device', async () => {
    const { store } = makeDevice(START);
    const { db } = store;
    await db.people.put(makePerson({ id: LINKED_USER_ID, first_name: 'Jonas', last_name: 'Weber' }));
    await db.contacts.put(makeLinkedContact());
    await db.interactions.put(makeInteraction(me, { contact_id: idOf(9) }));
    await db.tasks.put(makeTask({ linked_user_id: LINKED_USER_ID, linked_name: 'Old name' }));
    expect(await findLikelyPeople(store)).toEqual([
      { user_id: LINKED_USER_ID, contact_id: null, name: 'Jonas Weber', number: '' },
    ]);
  });

  it('suggests at most eight people', async () => {
    const { store } = makeDevice(START);
    await store.db.tasks.bulkPut(
      Array.from({ length: 12 }, (_, index) =>
        makeTask({ linked_user_id: idOf(index), linked_name: `Person ${index}` }),
      ),
    );
    expect(MAX_LIKELY).toBe(8);
    expect(await findLikelyPeople(store)).toHaveLength(MAX_LIKELY);
  });
});

describe('undoing a logged call that was sent', () => {
  async function undoSentCall(change: Partial<NewLog['args']> = {}, tasks: Parameters<typeof makeTask>[0][] = []) {
    const { store } = makeDevice(START);
    const { db } = store;
    await db.me.put(makeMe({ id: me, is_staff: true }));
    await db.contacts.put(makeLinkedContact({ linked_user_id: null }));
    const existing = tasks.map((each) => makeTask({ linked_user_id: null, contact_id: CONTACT, ...each }));
    await db.tasks.bulkPut(existing);
    const args: NewLog['args'] = {
      ...({
        contact_id: CONTACT,
        user_id: null,
        phone_raw: null,
        task_id: null,
        kind: 'call',
        direction: 'out',
      } as const),
      ...({ at: START, duration_s: 0, result: 'reached', note: '', follow_up_at: null } as const),
      ...change,
    };
    const logged = await logCall(store, { id: idOf(40), name: 'Jonas Weber', task_title: 'Call Jonas Weber', args });
    // A write that the server has accepted is no longer in the outbox.
    await db.outbox.clear();
    await db.base.clear();
    await undoLoggedCall(store, logged!);
    return { db, existing, logged: logged! };
  }

  it('undoing a sent call deletes the entry and cancels the task created for it', async () => {
    const { db } = await undoSentCall();
    expect(await kindsIn(db)).toEqual(['interaction.delete', 'task.reopen', 'task.cancel']);
    expect(await db.interactions.count()).toBe(0);
    expect((await db.tasks.toArray()).map(({ state }) => state)).toEqual(['cancelled']);
  });

  it('undoing a sent call reopens the task that the call had finished', async () => {
    const { db, existing } = await undoSentCall({}, [{}]);
    expect(await kindsIn(db)).toEqual(['interaction.delete', 'task.reopen']);
    expect(await db.tasks.get(existing[0]!.id)).toMatchObject({ state: 'planned', result: null });
  });

  it('undoing a sent call restores the contact, and cancels the planned call', async () => {
    const follow_up_at = '2026-05-06T10:00:00.000Z';
    const { db } = await undoSentCall({ result: 'wrong_number', follow_up_at }, [{}]);
    expect(await db.contacts.get(CONTACT)).toMatchObject({
      next_step_at: null,
      phones: [{ number: NUMBER, label: '' }],
    });
    expect((await db.contacts.get(CONTACT))?.phones[0]).not.toHaveProperty('invalid');
    const states = (await db.tasks.toArray()).map(({ state }) => state).toSorted();
    expect(states).toEqual(['cancelled', 'planned']);
  });
});
