import type { BulkAnswer } from '../../../../contract/api-calls/bulk-people.ts';
import type { Failure } from '../../../bridge/results.ts';
import { sync } from '../../../bridge/sync.ts';
import { personName } from '../../../components/person/person-labels.ts';
import type { Draft } from '../../../db/outbox/outbox.ts';
import { savedPeople } from '../../../db/queries/people.ts';
import type { Store } from '../../../db/schema/store.ts';
import { iso } from '../../../lib/ports.ts';
import type { DeskPerson } from './desk-queries.ts';

export type BulkChange = { kind: 'assign'; to: { id: string; name: string } } | { kind: 'tag'; tag: string };

/**
 * Result for one person: `queued` will be sent later; `not_synced` needs a connection, because the person is not on
 * this device.
 */
export type RowAnswer = BulkAnswer['answer'] | 'queued' | 'not_synced';

export interface BulkResult {
  person: DeskPerson;
  answer: RowAnswer;
  /** Error code if the person was not changed. */
  code: string | null;
}

/** Maximum number of people in one request. */
const MAX_PER_REQUEST = 100;

const isUnchanged = (person: DeskPerson, change: BulkChange): boolean =>
  change.kind === 'assign' ? person.responsible_id === change.to.id : person.tags.includes(change.tag);

function draftOf(store: Store, person: DeskPerson, change: BulkChange): Draft {
  const shared = { id: person.id, title: personName(person) };
  if (change.kind === 'tag') return { ...shared, kind: 'person.edit', args: { tags: [...person.tags, change.tag] } };
  const args = { to_id: change.to.id, to_name: change.to.name, note: '', at: iso(store.now()) };
  return { ...shared, kind: 'lead.give', args };
}

/** Queues a bulk change for the people who are on this device. */
async function queueAll(store: Store, people: readonly DeskPerson[], change: BulkChange): Promise<BulkResult[]> {
  const local = await savedPeople(
    store.db,
    people.map(({ id }) => id),
  );
  const results = people.map((person): BulkResult => {
    const own = local.get(person.id);
    const merged = own ? { ...person, ...own } : person;
    if (!own) return { person, answer: 'not_synced', code: null };
    return { person: merged, answer: isUnchanged(merged, change) ? 'unchanged' : 'queued', code: null };
  });
  const drafts = results.flatMap(({ person, answer }) => (answer === 'queued' ? [draftOf(store, person, change)] : []));
  if (drafts.length > 0) await store.writeAll(drafts);
  return results;
}

/**
 * Changes many people: with one request for each hundred while online, otherwise with queued writes. A person with
 * unsent changes always gets a queued write, so that their changes keep their order. Returns a result for each person;
 * a failed request other than a lost connection is returned as failure.
 */
export async function changeAll(
  store: Store,
  people: readonly DeskPerson[],
  change: BulkChange,
): Promise<BulkResult[] | Failure> {
  const results: BulkResult[] = await queueAll(
    store,
    people.filter(({ badge }) => badge),
    change,
  );
  const rest = people.filter(({ badge }) => !badge);
  const wanted = change.kind === 'assign' ? { consultant_id: change.to.id } : { tag: change.tag };
  for (let from = 0; from < rest.length; from += MAX_PER_REQUEST) {
    const part = rest.slice(from, from + MAX_PER_REQUEST);
    const reply = await sync.account('bulkPeople', { user_ids: part.map(({ id }) => id), ...wanted });
    if (!reply.ok && reply.why === 'refused') return reply;
    if (!reply.ok) return [...results, ...(await queueAll(store, rest.slice(from), change))];
    const answers = new Map(reply.answers.map((answer) => [answer.user_id, answer]));
    for (const person of part) {
      const { answer = 'forbidden', code = null } = answers.get(person.id) ?? {};
      results.push({ person, answer, code });
    }
  }
  return results;
}
