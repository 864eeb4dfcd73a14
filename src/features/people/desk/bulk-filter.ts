import type { StructureUser } from '../../../../contract/api-calls/people.ts';
import { MAX_BULK_PEOPLE, MAX_BULK_MATCHES } from '../../../../contract/bulk-limits.ts';
import type { Failure } from '../../../bridge/results.ts';
import type { PeoplePageReply } from '../../../bridge/staff-api.ts';
import { sync } from '../../../bridge/sync.ts';
import {
  bulkArgs,
  type BulkChange,
  type BulkOutcome,
  type BulkResult,
  type BulkRun,
  queueBulkChange,
} from '../../../components/person/bulk.ts';
import { savedBadges } from '../../../db/queries/badges.ts';
import { savedPeople } from '../../../db/queries/people.ts';
import type { Store } from '../../../db/schema/store.ts';
import type { PeopleQuery } from '../../../lib/cached-pages.ts';
import type { DeskPerson } from './desk-queries.ts';

/** Returns the people on this device who have unsent changes, up to the number that one request can exclude. */
async function unsentPeople({ db }: Store): Promise<Map<string, DeskPerson>> {
  const badges = await savedBadges(db, 'people');
  const people = await savedPeople(db, [...badges.keys()].slice(0, MAX_BULK_PEOPLE));
  return new Map([...people].map(([id, person]) => [id, { ...person, badge: badges.get(id) }]));
}

/**
 * Changes all people who match a filter, with one request for each hundred. The server decides who matches; those with
 * unsent changes on this device get a queued write.
 */
export async function changeMatchingPeople(
  store: Store,
  query: PeopleQuery,
  change: BulkChange,
  run: BulkRun,
): Promise<BulkOutcome> {
  const results: BulkResult[] = [];
  let { after } = run;
  while (!run.isStopped()) {
    const unsent = await unsentPeople(store);
    const request = { query, after, except_ids: [...unsent.keys()], ...bulkArgs(change) };
    const reply = await sync.account('bulkFilteredPeople', request);
    if (!reply.ok) return { results, failure: reply, after };
    const exceptedPeople = reply.excepted.flatMap((id) => unsent.get(id) ?? []);
    const answers = reply.answers.map(({ user_id, ...answer }): BulkResult => ({ id: user_id, ...answer }));
    results.push(...answers, ...(await queueBulkChange(store, exceptedPeople, change)));
    run.onProgress(results.length);
    after = reply.next;
    if (after === null) break;
  }
  return { results, failure: null, after };
}

/** Maximum number of times that a list is read if it changes during the read. */
const MAX_READS = 3;

async function readMatching(query: PeopleQuery): Promise<{ people: StructureUser[]; count: number } | Failure> {
  const found = new Map<string, StructureUser>();
  let page: number | null = 1;
  let count = 0;
  while (page !== null && found.size < MAX_BULK_MATCHES) {
    const reply: ({ ok: true } & PeoplePageReply) | Failure = await sync.account('listPeople', { ...query, page });
    if (!reply.ok) return reply;
    for (const person of reply.results) found.set(person.id, person);
    ({ count, next: page } = reply);
  }
  return { people: [...found.values()].slice(0, MAX_BULK_MATCHES), count };
}

/**
 * Fetches all people who match a filter, for an export. If their number changes during the read, a page could lack a
 * person, so the list is read again.
 */
export async function fetchMatching(query: PeopleQuery): Promise<DeskPerson[] | Failure> {
  for (let read = 1; ; read += 1) {
    const list = await readMatching(query);
    if ('ok' in list) return list;
    const isComplete = list.people.length === Math.min(list.count, MAX_BULK_MATCHES);
    if (isComplete || read === MAX_READS) return list.people.map((person) => ({ ...person, badge: undefined }));
  }
}
