import { describe, expect, test, vi } from 'vitest';
import { contactFields, type ContactCreateArgs } from '../../contract/entities/contact.ts';
import {
  promptAboutCall,
  startCall,
  endCall,
  saveCallAnswers,
  savedCallIntent,
} from '../../src/components/call/call-intent.ts';
import { telHref } from '../../src/components/call/dial.ts';
import { isUnreachedStreak } from '../../src/components/person/unreached-streak.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { Store } from '../../src/db/schema/store.ts';
import { deleteCall, editCall, logCall, undoDelete, type NewLog } from '../../src/features/calls/actions.ts';
import { draftOf, fieldsOf } from '../../src/features/calls/draft.ts';
import { LINKED_USER_ID, makeIntent, makeInteraction, makeLinkedContact, NUMBER } from './call-maker.ts';
import { CONTACT, makeContact } from './entry-maker.ts';
import { makeMe } from './fake-app.tsx';

import { makePerson } from './person-maker.ts';
import { me, makeDevice, makeTask } from './task-maker.ts';

// Mocks workers, which jsdom does not have.
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { fetchPage: async () => ({ ok: true }) } }));
vi.mock('../../src/bridge/search.ts', () => ({
  search: { find: async (_: string, { text }: { text: string }) => ({ ids: text === 'jon' ? [CONTACT] : [] }) },
}));

const START = '2026-05-03T10:00:00.000Z';
const LATER = '2026-05-06T10:00:00.000Z';
const queue = ({ db }: Store) => db.outbox.orderBy('seq').toArray();

describe('call in progress', () => {
  test('a second call starts immediately, and its questions come before those about the first call', async () => {
    const { store, clock } = makeDevice(START);
    const callee = { contact_id: CONTACT, name: 'Anna Berg', number: NUMBER };
    await startCall(store, callee);
    clock.now += 60_000;
    await startCall(store, { ...callee, name: 'Boris' });
    const [second] = [await savedCallIntent(store.db)];
    expect(second).toMatchObject({ name: 'Boris', earlier: [{ name: 'Anna Berg', started_at: Date.parse(START) }] });
    await endCall(store.db, second!.started_at);
    const first = await savedCallIntent(store.db);
    // The first call has no duration, because the time since its start is unrelated to the call.
    expect(first).toMatchObject({ name: 'Anna Berg', draft: {} });
    await endCall(store.db, first!.started_at);
    expect(await savedCallIntent(store.db)).toBeNull();
  });

  test('saves answers about a call only with the call that they belong to', async () => {
    const { store } = makeDevice(START);
    const intent = makeIntent();
    await promptAboutCall(store.db, intent);
    await saveCallAnswers(store.db, intent.started_at + 1, { draft: 'of another' });
    expect(await savedCallIntent(store.db)).toEqual(intent);
    await saveCallAnswers(store.db, intent.started_at, { draft: { note: 'kept' } });
    expect(await savedCallIntent(store.db)).toMatchObject({ draft: { note: 'kept' } });
  });

  test('builds a tel: link without spaces and brackets, and escapes #', () => {
    expect(telHref('+49 (151) 234-56')).toBe('tel:+4915123456');
    expect(telHref('*100#')).toBe('tel:*100%23');
  });
});

/** Stores the list of the consultant's own people as if it had just been fetched. */
async function storeOwnPeople(db: PhoneDb): Promise<void> {
  const rows = [{ id: LINKED_USER_ID, name: 'Anna Berg', city: null, phone: NUMBER }];
  await db.pages.put({ key: 'users_to_link', rows, fetched_at: new Date().toISOString() });
}

async function makeEmployeeDevice(contact = makeLinkedContact()) {
  const { store, clock } = makeDevice(START);
  await store.db.me.put(makeMe({ id: me, is_staff: true }));
  await store.db.contacts.put(contact);
  await storeOwnPeople(store.db);
  return { store, clock };
}

const pickFields = (row: object, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field)));

const makeLog = (store: Store, change: Partial<NewLog['args']> = {}): NewLog => ({
  id: store.newId(),
  name: 'Anna Berg',
  task_title: 'Call Anna Berg',
  args: {
    contact_id: CONTACT,
    user_id: null,
    phone_raw: null,
    task_id: null,
    kind: 'call',
    direction: 'out',
    at: START,
    duration_s: 65,
    result: 'reached',
    note: 'Wants to come',
    follow_up_at: null,
    ...change,
  },
});

describe('logging a call', () => {
  test("saves a call and the contact's follow-up date atomically, before the follow-up task", async () => {
    const { store } = await makeEmployeeDevice();
    await logCall(store, makeLog(store, { follow_up_at: LATER }));
    const [entry, step, done, finish, task] = await queue(store);
    expect([entry?.kind, step?.kind, task?.kind]).toEqual(['interaction.log', 'contact.edit', 'task.create']);
    expect([done?.kind, finish?.kind]).toEqual(['task.create', 'task.finish']);
    expect(entry?.atomic_group).toBeTruthy();
    expect(step?.atomic_group).toBe(entry?.atomic_group);
    expect([task?.atomic_group, task?.deps]).toEqual([null, [entry?.op_id]]);
    expect(step?.args).toEqual({ next_step_at: LATER });
    expect(task?.args).toMatchObject({ type: 'call', title: 'Call Anna Berg', start_at: LATER, reminders: [15] });
    expect((await store.db.contacts.get(CONTACT))?.next_step_at).toBe(LATER);
  });

  test('undoes every part of a logged call', async () => {
    const { store } = await makeEmployeeDevice();
    const logged = await logCall(store, makeLog(store, { follow_up_at: LATER }));
    expect(await store.undo(logged!.op_id)).toBe(true);
    expect(await queue(store)).toEqual([]);
    expect(await store.db.interactions.count()).toBe(0);
    expect(await store.db.tasks.count()).toBe(0);
    expect((await store.db.contacts.get(CONTACT))?.next_step_at).toBeNull();
  });

  test('logging a call without a follow-up creates one completed task', async () => {
    const { store } = await makeEmployeeDevice();
    await logCall(store, makeLog(store));
    expect((await queue(store)).map(({ kind, atomic_group }) => [kind, atomic_group])).toEqual([
      ['interaction.log', null],
      ['task.create', null],
      ['task.finish', null],
    ]);
    const [row] = await store.db.interactions.toArray();
    const task = await store.db.tasks.get(row?.task_id ?? '');
    expect(task).toMatchObject({ state: 'completed', result: 'reached', contact_id: CONTACT, phone_used: NUMBER });
    expect(task?.slices).toMatchObject([{ from: START, to: '2026-05-03T10:01:05.000Z', estimated: true }]);
  });

  test('logging a call completes the open task with the same person instead of creating one', async () => {
    const { store } = await makeEmployeeDevice();
    const open = makeTask({ linked_user_id: null, contact_id: CONTACT });
    const other = makeTask({ linked_user_id: null, contact_id: CONTACT, start_at: '2026-05-09T10:00:00.000Z' });
    await store.db.tasks.bulkPut([other, open]);
    await logCall(store, makeLog(store));
    expect((await queue(store)).map(({ kind, entity_id }) => [kind, entity_id]).slice(1)).toEqual([
      ['task.finish', open.id],
    ]);
    expect((await store.db.tasks.get(other.id))?.state).toBe('planned');
  });

  test('logging a call with the result "wrong number" marks the number of the contact as wrong', async () => {
    const { store } = await makeEmployeeDevice();
    await logCall(store, makeLog(store, { result: 'wrong_number' }));
    expect((await store.db.contacts.get(CONTACT))?.phones).toEqual([{ number: NUMBER, label: '', invalid: true }]);
  });

  test('suggests closing a lead after the third unanswered call', async () => {
    const { store } = await makeEmployeeDevice();
    await store.db.people.put(makePerson({ id: LINKED_USER_ID, responsible_id: me }));
    const unreached = { contact_id: null, user_id: LINKED_USER_ID, result: 'no_answer' } as const;
    for (const minute of ['01', '02', '03']) {
      expect(await isUnreachedStreak(store.db, LINKED_USER_ID)).toBe(false);
      await logCall(store, makeLog(store, { ...unreached, at: `2026-05-03T09:${minute}:00.000Z` }));
    }
    expect(await isUnreachedStreak(store.db, LINKED_USER_ID)).toBe(true);
    await logCall(store, makeLog(store, { ...unreached, result: 'reached' }));
    expect(await isUnreachedStreak(store.db, LINKED_USER_ID)).toBe(false);
  });

  test('plans the next call with a contact who has no account', async () => {
    const { store } = await makeEmployeeDevice(makeContact());
    await logCall(store, makeLog(store, { follow_up_at: LATER }));
    expect((await queue(store)).at(-1)?.args).toMatchObject({ contact_id: CONTACT, linked_user_id: null });
  });

  test('plans the next call with the person assigned to the user, or otherwise with the contact', async () => {
    const { store } = await makeEmployeeDevice();
    await logCall(store, makeLog(store, { follow_up_at: LATER }));
    expect((await queue(store)).at(-1)?.args).toMatchObject({ contact_id: null, linked_user_id: LINKED_USER_ID });
    await store.db.pages.clear();
    await logCall(store, makeLog(store, { follow_up_at: LATER }));
    expect((await queue(store)).at(-1)?.args).toMatchObject({ contact_id: CONTACT, linked_user_id: null });
  });

  test('creates no tasks when a learner logs a call', async () => {
    const { store } = await makeEmployeeDevice();
    await store.db.me.put(makeMe({ id: me }));
    await logCall(store, makeLog(store, { follow_up_at: LATER }));
    expect((await queue(store)).map(({ kind }) => kind)).toEqual(['interaction.log', 'contact.edit']);
  });

  test('does not save a call entry a second time under the same id', async () => {
    const { store } = await makeEmployeeDevice();
    const log = makeLog(store);
    expect(await logCall(store, log)).not.toBeNull();
    expect(await logCall(store, log)).toBeNull();
    expect(await queue(store)).toHaveLength(3);
  });

  test('a logged call waits until its new contact is sent', async () => {
    const { store } = await makeEmployeeDevice();
    await store.db.contacts.clear();
    const args = { ...pickFields(makeContact(), Object.keys(contactFields)), at: START } as ContactCreateArgs;
    const creation = await store.write({ kind: 'contact.create', id: CONTACT, args });
    await logCall(store, makeLog(store));
    expect((await queue(store))[1]?.deps).toEqual([creation]);
  });

  test('logs a call to a number without a contact, and creates no task for it', async () => {
    const { store } = await makeEmployeeDevice();
    await logCall(store, makeLog(store, { contact_id: null, phone_raw: '112', follow_up_at: LATER }));
    const [entry, ...more] = await queue(store);
    expect([entry?.args, more]).toMatchObject([{ contact_id: null, phone_raw: '112' }, []]);
  });
});

describe('changing a logged call', () => {
  test('sends only the changed fields of a logged call', async () => {
    const { store } = await makeEmployeeDevice();
    const row = makeInteraction(me);
    await store.db.interactions.put(row);
    expect(await editCall(store, row, fieldsOf(draftOf(row, 'Anna Berg')), 'Anna Berg')).toBeNull();
    await editCall(store, row, { ...fieldsOf(draftOf(row, '')), result: 'reached', follow_up_at: LATER }, 'Anna Berg');
    const [edit, step] = await queue(store);
    expect([edit?.kind, edit?.args]).toEqual(['interaction.edit', { result: 'reached', follow_up_at: LATER }]);
    expect([step?.kind, step?.atomic_group]).toEqual(['contact.edit', edit?.atomic_group]);
  });

  test('undoes the deletion of a call, even if it was already sent', async () => {
    const { store } = await makeEmployeeDevice();
    const row = makeInteraction(me);
    await store.db.interactions.put(row);
    const first = await deleteCall(store, row, 'Anna Berg');
    expect(await store.db.interactions.count()).toBe(0);
    await undoDelete(store, first, row, 'Anna Berg');
    expect(await store.db.interactions.toArray()).toEqual([row]);
    const second = await deleteCall(store, row, 'Anna Berg');
    await store.db.outbox.where('op_id').equals(second).delete();
    await undoDelete(store, second, row, 'Anna Berg');
    expect((await queue(store)).map(({ kind, args }) => [kind, args])).toMatchObject([
      ['interaction.log', { result: 'no_answer', contact_id: CONTACT }],
    ]);
  });
});
