import { beforeEach, describe, expect, test } from 'vitest';
import type { Device } from '../../contract/sync.ts';
import {
  lastPullAt,
  lastSeenAt,
  oldestPendingAt,
  countPending,
  savedTeamActivity,
  savedAssignees,
  savedTeamMembers,
} from '../../src/db/queries/employees.ts';
import {
  countPeopleOf,
  filterPeople,
  latestPeopleIn,
  nextReturningLeads,
  peopleByPhone,
  peopleOf,
  peopleWithUnsentWork,
  savedPartners,
  savedPeople,
  savedPerson,
} from '../../src/db/queries/people.ts';
import {
  allWaitingLeads,
  countWaitingLeads,
  longestWaiting,
  nextWaiting,
  savedDecidedLeads,
  savedWaitingLead,
  waitingLeadsByIds,
  withDecidedLeads,
} from '../../src/db/queries/waiting-leads.ts';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { atMinute, idsOf, makeQueryPhone, type QueryPhone } from '../helpers/query-phone.ts';

let phone: QueryPhone;
beforeEach(() => {
  phone = makeQueryPhone();
});

describe('people on the phone', () => {
  const person = (id: string, more: object = {}) => ({
    ...{ id, status: 'active', updated_at: atMinute(0), responsible_id: 'olga', phone: null, ...more },
  });

  test('finds people by id, phone number, status, employee and any other condition', async () => {
    await phone.put('people', [
      person('a', { phone: '1', partner_since: atMinute(2) }),
      person('b', { phone: '1', updated_at: atMinute(3), partner_since: atMinute(1) }),
      person('c', { status: 'processing' }),
      person('d', { responsible_id: 'timur', updated_at: atMinute(2) }),
    ]);
    expect((await savedPerson(phone.db, 'a'))?.id).toBe('a');
    expect([...(await savedPeople(phone.db, ['c', 'none', 'a'])).keys()]).toEqual(['c', 'a']);
    expect(idsOf(await peopleByPhone(phone.db, '1', 9))).toEqual(['a', 'b']);
    expect(await peopleByPhone(phone.db, '1', 1)).toHaveLength(1);
    expect(idsOf(await savedPartners(phone.db))).toEqual(['b', 'a']);
    expect(idsOf(await latestPeopleIn(phone.db, 'active', 2))).toEqual(['b', 'd']);
    expect(idsOf(await peopleOf(phone.db, 'olga', 'active'))).toEqual(['a', 'b']);
    expect([await countPeopleOf(phone.db, 'olga'), await countPeopleOf(phone.db, 'none')]).toEqual([3, 0]);
    expect(idsOf(await filterPeople(phone.db, ({ status }) => status === 'active'))).toEqual(['a', 'b', 'd']);
    expect(idsOf(await filterPeople(phone.db, ({ status }) => status === 'active', 2))).toEqual(['a', 'b']);
  });

  test('filters people page by page, without leaving anyone out', async () => {
    const rows = Array.from({ length: 1_001 }, (_, index) => person(String(index).padStart(4, '0')));
    await phone.put('people', rows);
    expect(await filterPeople(phone.db, () => true)).toHaveLength(1_001);
    expect(idsOf(await filterPeople(phone.db, ({ id }) => id >= '0999'))).toEqual(['0999', '1000']);
  });

  test('lists the leads that will return to the pool, soonest first, except those with whom the employee has unsent work', async () => {
    const returning = (id: string, at: number, more: object = {}) => person(id, { returns_at: atMinute(at), ...more });
    await phone.put('people', [
      ...[returning('late', 9), returning('soon', 1), returning('called', 2), returning('met', 3), person('stays')],
      returning('foreign', 0, { responsible_id: 'timur' }),
    ]);
    await phone.put('tasks', [{ id: 't1', state: 'completed', start_at: atMinute(0), linked_user_id: 'met' }]);
    await phone.put('interactions', [{ id: 'i1', at: atMinute(0), user_id: 'called' }]);
    await phone.put('interactions', [{ id: 'i2', at: atMinute(0), user_id: null }]);
    await phone.addEntry({ kind: 'task.finish', entity: 'tasks', entity_id: 't1' });
    await phone.addEntry({ kind: 'interaction.log', entity: 'interactions', entity_id: 'i1', state: 'parked' });
    await phone.addEntry({ kind: 'interaction.log', entity: 'interactions', entity_id: 'i2' });
    await phone.addEntry({ kind: 'task.finish', entity: 'tasks', entity_id: 'removed' });
    expect([...(await peopleWithUnsentWork(phone.db))].toSorted()).toEqual(['called', 'met']);
    expect(idsOf(await nextReturningLeads(phone.db, 'olga', 9))).toEqual(['soon', 'late']);
    expect(idsOf(await nextReturningLeads(phone.db, 'olga', 1))).toEqual(['soon']);
    await phone.db.outbox.toCollection().modify({ state: 'rejected' });
    expect(await peopleWithUnsentWork(phone.db)).toEqual(new Set());
  });
});

describe('waiting leads on the phone', () => {
  const lead = (id: string, at: number) => ({ id, waiting_since: atMinute(at) });
  const rows = [lead('b', 2), lead('a', 3), lead('c', 1)];
  type Lead = Parameters<typeof withDecidedLeads>[0][number];

  test('reads waiting leads by id, or longest wait first', async () => {
    await phone.put('waiting_leads', rows);
    expect(await savedWaitingLead(phone.db, 'a')).toEqual(lead('a', 3));
    expect(await waitingLeadsByIds(phone.db, ['none', 'b'])).toEqual([undefined, lead('b', 2)]);
    expect(idsOf(await allWaitingLeads(phone.db))).toEqual(['c', 'b', 'a']);
    expect(idsOf(await longestWaiting(phone.db, 2))).toEqual(['c', 'b']);
    expect([await countWaitingLeads(phone.db), await countWaitingLeads(phone.db, 2)]).toEqual([3, 2]);
  });

  test('does not offer a waiting lead again after it was requested', async () => {
    await phone.put('waiting_leads', rows);
    await phone.addEntry({ kind: 'lead.take', entity: 'waiting_leads', entity_id: 'c' });
    expect((await nextWaiting(phone.db))?.id).toBe('b');
    await phone.db.waiting_leads.bulkDelete(['a', 'b']);
    expect(await nextWaiting(phone.db)).toBeNull();
  });

  test('waiting leads that the user has taken keep their places in the list until the people are on the phone', async () => {
    const decided = [lead('a', 3), lead('c', 1), lead('lost', 2), lead('kept', 4)] as Lead[];
    await phone.put('waiting_leads', [lead('b', 2)]);
    await phone.put('people', [{ id: 'kept' }, { id: 'a' }]);
    const receipt = { kind: 'lead.take', server_time: atMinute(1), entity: 'waiting_leads' };
    await phone.put('history', [
      { ...receipt, op_id: '1', entity_id: 'c' },
      { ...receipt, op_id: '2', entity_id: 'lost', kind: 'lead.give' },
      { ...receipt, op_id: '3', entity_id: 'b' },
    ]);
    const result = await savedDecidedLeads(phone.db, decided, ({ id }) => id === 'kept', [lead('b', 2)] as Lead[]);
    expect([[...result.kept.keys()], [...result.arriving]]).toEqual([['kept'], ['c']]);
    expect(idsOf(withDecidedLeads([lead('b', 2), lead('kept', 4)] as Lead[], decided, result))).toEqual([
      ...['c', 'b', 'kept'],
    ]);
    const noLeads = await savedDecidedLeads(phone.db, [], () => true, []);
    expect([noLeads.kept.size, noLeads.arriving.size]).toEqual([0, 0]);
  });
});

describe('employees on the phone', () => {
  const employee = (id: string, more: object = {}) => ({ id, name: id, is_blocked: false, in_team: false, ...more });

  test('offers every colleague as assignee of a person whom the user owns, and only the team for other people', async () => {
    await phone.put('employees', [
      ...[employee('timur', { in_team: true }), employee('olga'), employee('carl', { in_team: true })],
      ...[employee('blocked', { is_blocked: true, in_team: true }), employee('far')],
    ]);
    const colleagues = async (responsible_id: string | null) =>
      idsOf(await savedAssignees(phone.db, { responsible_id }, 'olga'));
    expect(await colleagues('olga')).toEqual(['carl', 'far', 'timur']);
    expect(await colleagues('timur')).toEqual(['carl', 'olga']);
    expect(await colleagues(null)).toEqual(['carl', 'olga', 'timur']);
  });

  test('the team is listed by name up to a limit, with its activity as last fetched', async () => {
    const of = { manager_id: 'maria' };
    await phone.put('employees', [employee('timur', of), employee('carl', of), employee('far', { manager_id: 'eva' })]);
    expect(idsOf(await savedTeamMembers(phone.db, 'maria', 9))).toEqual(['carl', 'timur']);
    expect(idsOf(await savedTeamMembers(phone.db, 'maria', 1))).toEqual(['carl']);
    expect(await savedTeamActivity(phone.db)).toBeNull();
    const row = { id: '018f0000-0000-7000-8000-000000000001', taken_today: 1, open_leads: 2, devices: [] };
    await phone.put('pages', [{ key: staffKeys.employees, rows: [row, { id: 'bad' }], fetched_at: atMinute(1) }]);
    expect(await savedTeamActivity(phone.db)).toEqual({
      of: new Map([[row.id, { ...row, name: '' }]]),
      fetched_at: atMinute(1),
    });
  });

  test('returns when the devices of an employee were last seen, and how many writes they have not sent', () => {
    const device = (push: number | null, pull: number | null, pending: number | null, oldest: number | null) =>
      ({
        ...{ last_push_at: push === null ? null : atMinute(push), last_pull_at: pull === null ? null : atMinute(pull) },
        ...{ pending, oldest_pending_at: oldest === null ? null : atMinute(oldest) },
      }) as Device;
    const devices = [device(1, 2, 3, 9), device(7, null, 0, 1), device(null, 4, 2, 8), device(null, null, null, null)];
    expect([lastSeenAt(devices), lastPullAt(devices)]).toEqual([atMinute(7), atMinute(4)]);
    expect([oldestPendingAt(devices), countPending(devices)]).toEqual([atMinute(8), 5]);
    expect([lastSeenAt([]), lastPullAt([]), oldestPendingAt([]), countPending([])]).toEqual([null, null, null, 0]);
  });
});
