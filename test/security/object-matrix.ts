import { uuidv7 } from 'uuidv7';
import type { CallName } from '../../contract/api-calls/index.ts';
import { type WriteName, writes } from '../../contract/writes/index.ts';
import type { EntityName } from '../../contract/entities/stores.ts';
import { validArgs } from '../helpers/valid-args.ts';
import type { Person, SyncServer } from '../helpers/sync-server.ts';
import { CANARY, openWorld, type RecordKind } from './foreign-records.ts';
import { ownedKinds } from './fuzz/record-kinds.ts';
import type { SqlTrace } from './sql-trace.ts';

/**
 * Maps an entity to its kind of record, for writes with the id of a record. Shared content is left out, because it
 * belongs to no one.
 */
const recordOf: Partial<Record<EntityName, RecordKind>> = { ...ownedKinds, me: 'employee', waiting_leads: 'person' };

/** Writes that create a record and refer to another record in their arguments. */
const references: readonly (readonly [WriteName, string, RecordKind])[] = [
  ['person.note', 'person_id', 'person'],
  ['person.message', 'person_id', 'person'],
  ['ticket.create_for', 'user_id', 'person'],
  ['task.create', 'linked_user_id', 'person'],
  ['task.create', 'contact_id', 'contact'],
  ['task.create', 'follow_up_of', 'task'],
  ['interaction.log', 'contact_id', 'contact'],
  ['interaction.log', 'user_id', 'person'],
  ['donation.submit', 'donor_id', 'person'],
  ['contact.create', 'category_id', 'category'],
  ['ticket.create', 'previous_id', 'request'],
  ['landing_block.add', 'flow_id', 'flow'],
  ['landing_block.restore', 'flow_id', 'flow'],
];

/** Kinds of records that a handover may be about, and the fields that refer to their parents. */
const handoverKinds: readonly (readonly [EntityName, RecordKind | null, string, RecordKind | null])[] = [
  ['contacts', 'contact', 'x', null],
  ['people', 'person', 'x', null],
  ['people', 'employee', 'x', null],
  ['waiting_leads', 'person', 'x', null],
  ['tasks', 'task', 'x', null],
  ['interactions', 'call', 'x', null],
  ['person_events', 'note', 'x', null],
  ['staff_tickets', 'ticket', 'x', null],
  ['staff_tickets', 'request', 'x', null],
  ['tickets', 'request', 'x', null],
  ['comments', 'comment', 'x', null],
  ['person_events', null, 'person_id', 'person'],
  ['interactions', null, 'contact_id', 'contact'],
  ['interactions', null, 'user_id', 'person'],
  ['tasks', null, 'linked_user_id', 'person'],
];

interface Asked {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

const withUserId =
  (more: Record<string, unknown> = {}) =>
  (id: string): Asked => ({ body: { user_id: id, ...more } });
const step =
  (action: string, more: object = {}) =>
  (id: string): Asked => ({ body: { id, action, ...more } });
const REASON = 'overloaded';
const cashDonation = { amount: 20, type: 'general', payment_method: 'cash', paid_at: '2026-03-02T09:00:00.000Z' };
const EMPLOYEE = '018f0000-0000-7000-8000-00000000eeee';

/** Every documented call that takes the id of a record with an owner. */
export const recordCalls: readonly (readonly [CallName, RecordKind, (id: string) => Asked])[] = [
  ['accounts.make_link', 'person', (user_id) => ({ query: { user_id } })],
  ['accounts.make_link', 'employee', (user_id) => ({ query: { user_id } })],
  ['accounts.answer_link_request', 'link_request', (id) => ({ body: { id, confirm: true } })],
  ['tasks.update', 'task', (id) => ({ body: { id, action: 'cancel', reason: 'ill' } })],
  [
    'tasks.create',
    'person',
    (id) => ({ body: { type: 'call', title: 'x', start_at: '2026-03-02T12:00:00.000Z', linked_user_id: id } }),
  ],
  ['team.reject_user', 'person', withUserId({ reason: REASON })],
  ['team.completed_tasks', 'person', withUserId()],
  ['team.children_of', 'person', (id) => ({ params: { id } })],
  ['team.children_of', 'employee', (id) => ({ params: { id } })],
  ['people.details', 'person', withUserId()],
  ['people.details', 'employee', withUserId()],
  ['people.action_logs', 'person', withUserId()],
  ['partners.details', 'person', withUserId()],
  ['people.remove', 'person', withUserId({ typed_name: CANARY })],
  ['people.give', 'person', withUserId({ consultant_id: EMPLOYEE })],
  ['people.assign', 'person', withUserId({ consultant_id: EMPLOYEE })],
  ['people.bulk', 'person', (id) => ({ body: { user_ids: [id], consultant_id: EMPLOYEE } })],
  ['people.bulk_filtered', 'person', (id) => ({ body: { filter: {}, except_ids: [id], tag: 'x' } })],
  ['people.update_settings', 'person', withUserId({ status: 'not_active', reason: 'not_interested' })],
  ['people.new_lead_task', 'person', withUserId({ start_in: 0 })],
  ['employees.work_times', 'employee', (user_id) => ({ body: { user_id, MON: { from: '09:00', to: '17:00' } } })],
  ['employees.settings', 'employee', withUserId({ rating: 3 })],
  ['employees.block', 'employee', withUserId({ is_blocked: true })],
  ['employees.block', 'person', withUserId({ is_blocked: true })],
  ['view_as.start', 'employee', withUserId({ reason: 'Asked for help' })],
  ['view_as.start', 'person', withUserId({ reason: 'Asked for help' })],
  ['contacts.change', 'contact', (id) => ({ params: { id }, body: { city: 'Ulm' } })],
  ['contacts.photo', 'contact', (id) => ({ params: { id } })],
  ['contacts.change_category', 'category', (id) => ({ params: { id }, body: { color: 'sky' } })],
  ['contacts.delete_category', 'category', (id) => ({ params: { id } })],
  ['tickets.detail', 'ticket', (id) => ({ body: { id } })],
  ['tickets.own_detail', 'request', (id) => ({ params: { id } })],
  ['tickets.update', 'ticket', step('take')],
  ['tickets.update', 'request', step('take')],
  ['tickets.update', 'ticket', step('release')],
  ['tickets.update', 'ticket', step('reply', { body: 'x' })],
  ['tickets.update', 'ticket', step('note', { body: 'x' })],
  ['tickets.reject', 'ticket', (id) => ({ body: { id, reason: 'spam' } })],
  ['tickets.create_for', 'person', withUserId({ type: 'question', subject: 'By phone', body: 'When?' })],
  ['chatbot.send', 'person', withUserId({ text: 'See you' })],
  ['payments.manual_donation', 'person', withUserId(cashDonation)],
  ['payments.person_donations', 'person', withUserId()],
  ['accounting.payments', 'person', withUserId()],
  ['statistics.records', 'employee', (user_id) => ({ body: { figure: 'completed_tasks', user_id } })],
  ['statistics.figures', 'employee', (team) => ({ body: { team } })],
  ['statistics.countries', 'employee', (team) => ({ body: { team } })],
  ['statistics.staff', 'employee', (team) => ({ body: { team } })],
  ['statistics.records', 'employee', (team) => ({ body: { figure: 'completed_tasks', team } })],
  ['admin.user', 'person', (id) => ({ params: { id } })],
  ['admin.user', 'employee', (id) => ({ params: { id } })],
  ['admin.update_user', 'person', (id) => ({ params: { id }, body: { is_blocked: true } })],
  ['admin.update_user', 'employee', (id) => ({ params: { id }, body: { is_staff: false } })],
  ['admin.audit_log', 'employee', (target_id) => ({ query: { target_id } })],
  ['flows.change', 'flow', (id) => ({ params: { id }, body: { title: 'x' } })],
  ['flows.delete', 'flow', (id) => ({ params: { id } })],
  ['flows.landing', 'flow', (id) => ({ params: { id } })],
  ['flows.publish', 'flow', (id) => ({ params: { id }, body: {} })],
  ['flows.unpublish', 'flow', (id) => ({ params: { id } })],
  ['flows.versions', 'flow', (id) => ({ params: { id } })],
  ['flows.restore_version', 'flow', (id) => ({ params: { id, number: '1' } })],
  ['flows.add_element', 'flow', (flowId) => ({ params: { flowId }, body: { type: 'divider' } })],
  ['flows.change_element', 'block', (elementId) => ({ params: { flowId: EMPLOYEE, elementId }, body: { title: 'x' } })],
  ['flows.delete_element', 'block', (elementId) => ({ params: { flowId: EMPLOYEE, elementId } })],
  ['flows.check_unique_name', 'flow', (flow_id) => ({ body: { unique_name: 'harp', flow_id } })],
  ['own.revoke_device', 'device', (id) => ({ params: { id } })],
];

/** A request that is sent twice: for another user's record, and for a missing record. */
interface Cell {
  name: string;
  record: RecordKind;
  ask(by: Person, id: string): Promise<unknown>;
}

/** Fields that differ between any two responses: times, revisions, numbers and ids of new records. */
const varyingFields = new Set(['op_id', 'rev', 'number', 'request_id', 'created_at', 'updated_at']);
const withoutVaryingFields = (value: unknown, ids: readonly string[]): string => {
  const text = JSON.stringify(value, (key, item: unknown) => (varyingFields.has(key) ? null : item));
  return ids.reduce((rest, id) => rest.replaceAll(id, '<id>'), text);
};

function writeCells(server: SyncServer): Cell[] {
  const push = (by: Person, kind: string, id: string, args: unknown) => server.send(by, server.op({ kind, id, args }));
  const byId = (Object.keys(writes) as WriteName[]).flatMap((kind): Cell[] => {
    const { entity, mode } = writes[kind];
    const record = recordOf[entity];
    if (mode === 'create' || record === undefined) return [];
    return [{ name: kind, record, ask: (by, id) => push(by, kind, id, validArgs[kind]) }];
  });
  const byReference = references.map(([kind, key, record]): Cell => ({
    name: `${kind} ${key}`,
    record,
    ask: async (by, id) => {
      const own = uuidv7();
      const answer = await push(by, kind, own, { ...validArgs[kind], [key]: id });
      return JSON.parse(JSON.stringify(answer).replaceAll(own, '<own>')) as unknown;
    },
  }));
  const offers = handoverKinds.map(([entity, of, key, parent]): Cell => ({
    name: `handover.offer ${entity} ${parent === null ? '' : key}`,
    record: of ?? parent!,
    ask: async (by, id) => {
      const about = of === null ? { entity_id: uuidv7(), args: { [key]: id } } : { entity_id: id, args: {} };
      return push(by, 'handover.offer', uuidv7(), { entity, kind: 'x', title: 'x', at: server.iso(), ...about });
    },
  }));
  return [...byId, ...byReference, ...offers];
}

const callCells = (server: SyncServer): Cell[] =>
  recordCalls.map(([name, record, asked]) => ({
    name: `${name} ${JSON.stringify(asked('id'))}`,
    record,
    ask: async ({ token }, id) => {
      const { status, body } = await server.plain.call(name, { token, ...asked(id) });
      return { status, body };
    },
  }));

export interface MatrixResult {
  cells: number;
  /**
   * Requests for which the two responses or the SQL statements differ, or whose response reveals something about the
   * record.
   */
  leaks: string[];
}

/**
 * Sends every write and documented call as callers of every role, both for another user's record and for a missing
 * record. The two responses must be equal except for the id, and the server must run the same SQL statements for both.
 */
export async function runObjectMatrix(server: SyncServer, trace: SqlTrace): Promise<MatrixResult> {
  const { records, attackers } = await openWorld(server);
  const leaks: string[] = [];
  let cells = 0;
  for (const cell of [...writeCells(server), ...callCells(server)]) {
    for (const [who, by] of Object.entries(attackers)) {
      const ask = async (id: string) => {
        trace.take();
        const answer = await cell.ask(by, id);
        const statements = trace.take();
        if (statements.length === 0) throw new Error(`${cell.name} ran no statement`);
        return { text: withoutVaryingFields(answer, [id]), statements: statements.join('\n') };
      };
      const [foreign, missing] = [await ask(records[cell.record]), await ask(uuidv7())];
      cells += 1;
      const name = `${who}: ${cell.name} (${cell.record})`;
      if (foreign.text !== missing.text) leaks.push(`${name}: ${foreign.text} instead of ${missing.text}`);
      else if (foreign.statements !== missing.statements) leaks.push(`${name}: other statements`);
      if (foreign.text.includes(CANARY)) leaks.push(`${name}: tells its content`);
    }
  }
  return { cells, leaks };
}
