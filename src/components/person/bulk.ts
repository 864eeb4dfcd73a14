import type { BulkAnswer } from '../../../contract/api-calls/bulk-people.ts';
import { MAX_BULK_PEOPLE } from '../../../contract/bulk-limits.ts';
import type { Draft } from '../../db/outbox/outbox.ts';
import { savedAssignees } from '../../db/queries/employees.ts';
import { savedPeople } from '../../db/queries/people.ts';
import type { Store } from '../../db/schema/store.ts';
import { savedTagGroups } from '../../db/queries/tags.ts';
import { waitingLeadsByIds } from '../../db/queries/waiting-leads.ts';
import { iso } from '../../lib/ports.ts';
import type { FailureCode } from '../error/error-messages.ts';
import type { TablePerson } from './person-columns.tsx';
import { personName } from './person-labels.ts';

/** The properties of a person or a waiting lead that a bulk change needs. */
export type BulkPerson = Pick<TablePerson, 'id' | 'first_name' | 'last_name' | 'responsible_id' | 'tags' | 'badge'>;

export type BulkChange = { kind: 'assign'; to: { id: string; name: string } } | { kind: 'tag'; tag: string };

/**
 * Result for one person: `queued` will be sent later; `not_synced` needs a connection, because the person is not on
 * this device.
 */
export type RowResult = BulkAnswer['answer'] | 'queued' | 'not_synced';

export interface BulkResult {
  id: string;
  name: string;
  answer: RowResult;
  /** Error code if the person was not changed. */
  code: string | null;
}

export interface BulkOutcome {
  results: BulkResult[];
  /** The reason why the change ended early; null if all people were processed. */
  failure: FailureCode | null;
  /** The cursor from which a change over a filter can continue after a failure. */
  after: string | null;
}

/** Controls a bulk change that takes several requests. */
export interface BulkRun {
  /** The cursor of an earlier run from which to continue; null to start at the first person. */
  after: string | null;
  /** Called with the number of people processed so far. */
  onProgress: (count: number) => void;
  /** Whether the user has stopped the run. If so, it ends before the next request. */
  isStopped: () => boolean;
}

const isUnchanged = (person: BulkPerson, change: BulkChange): boolean =>
  change.kind === 'assign' ? person.responsible_id === change.to.id : person.tags.includes(change.tag);

function draftOf(store: Store, person: BulkPerson, change: BulkChange): Draft {
  const shared = { id: person.id, title: personName(person) };
  if (change.kind === 'tag') return { ...shared, kind: 'person.edit', args: { tags: [...person.tags, change.tag] } };
  const args = { to_id: change.to.id, to_name: change.to.name, note: '', at: iso(store.now()) };
  return { ...shared, kind: 'lead.give', args };
}

/** Returns the arguments of the call that changes many people. */
export const bulkArgs = (change: BulkChange) =>
  change.kind === 'assign' ? { consultant_id: change.to.id } : { tag: change.tag };

type Answers = { ok: true; answers: BulkAnswer[] } | (FailureCode & { ok: false });

/** Sends a change of at most a hundred people to the server. */
export type SendBulk = (change: { user_ids: string[]; consultant_id?: string; tag?: string }) => Promise<Answers>;

/**
 * Returns the possible values of a change: the known tags, or the employees to whom all these people can be assigned.
 */
export async function bulkOptions(
  { db, actor: { user_id } }: Pick<Store, 'db' | 'actor'>,
  kind: BulkChange['kind'],
  people: readonly Pick<BulkPerson, 'responsible_id'>[],
): Promise<{ value: string; label: string }[]> {
  if (kind === 'tag') {
    const groups = (await savedTagGroups(db))?.groups ?? [];
    return groups.flatMap(({ tags }) => tags.map(({ name }) => ({ value: name, label: name })));
  }
  const areOwn = people.every(({ responsible_id }) => responsible_id === user_id);
  const employees = await savedAssignees(db, { responsible_id: areOwn ? user_id : null }, user_id);
  return employees.map(({ id, name }) => ({ value: id, label: name }));
}

/**
 * Queues a bulk change for the people and waiting leads who are on this device. A waiting lead can only be assigned.
 */
export async function queueBulkChange(
  store: Store,
  people: readonly BulkPerson[],
  change: BulkChange,
): Promise<BulkResult[]> {
  const ids = people.map(({ id }) => id);
  const local = await savedPeople(store.db, ids);
  const waiting = change.kind === 'assign' ? await waitingLeadsByIds(store.db, ids) : [];
  const isWaiting = new Set(waiting.map((lead) => lead?.id));
  const drafts: Draft[] = [];
  const results = people.map((person): BulkResult => {
    const { id } = person;
    const own = local.get(id) ?? (isWaiting.has(id) ? person : undefined);
    if (!own) return { id, name: personName(person), answer: 'not_synced', code: null };
    const merged = { ...person, ...own };
    const isSame = isUnchanged(merged, change);
    if (!isSame) drafts.push(draftOf(store, merged, change));
    return { id, name: personName(merged), answer: isSame ? 'unchanged' : 'queued', code: null };
  });
  if (drafts.length > 0) await store.writeAll(drafts);
  return results;
}

/**
 * Changes many people: while online, with one request per hundred people, otherwise with queued writes. A person with
 * unsent changes always gets a queued write, so that their changes keep their order. Ends early if the server rejects a
 * request. If the connection is lost, queues the remaining changes.
 */
export async function runBulkChange(
  store: Store,
  people: readonly BulkPerson[],
  change: BulkChange,
  send: SendBulk,
): Promise<BulkOutcome> {
  const results: BulkResult[] = await queueBulkChange(
    store,
    people.filter(({ badge }) => badge),
    change,
  );
  const rest = people.filter(({ badge }) => !badge);
  for (let from = 0; from < rest.length; from += MAX_BULK_PEOPLE) {
    const part = rest.slice(from, from + MAX_BULK_PEOPLE);
    const user_ids = part.map(({ id }) => id);
    const reply = await send({ user_ids, ...bulkArgs(change) });
    if (!reply.ok && reply.why === 'refused') return { results, failure: reply, after: null };
    if (!reply.ok) {
      results.push(...(await queueBulkChange(store, rest.slice(from), change)));
      break;
    }
    const answers = new Map(reply.answers.map((answer) => [answer.user_id, answer]));
    for (const person of part) {
      const { answer = 'forbidden', code = null } = answers.get(person.id) ?? {};
      results.push({ id: person.id, name: personName(person), answer, code });
    }
  }
  return { results, failure: null, after: null };
}
