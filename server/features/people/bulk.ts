import type { BulkAnswer } from '../../../contract/api-calls/bulk-people.ts';
import type { CallBody, CallReply } from '../../../contract/api-calls/index.ts';
import { MAX_BULK_PEOPLE, MAX_BULK_MATCHES } from '../../../contract/bulk-limits.ts';
import { type ErrorCode, Refused } from '../../../contract/errors.ts';
import { inSavepoint } from '../../context.ts';
import type { CallerContext } from '../../handlers.ts';
import { toWriteInput } from '../../sync/rest-adapter.ts';
import { fullName } from '../accounts/rows.ts';
import { giveLeadHandler } from './assign.ts';
import { editPersonHandler } from './edit.ts';
import { matchesFilter } from './list-filter.ts';
import { lockPersonOrThrow } from './lock.ts';
import { notDeletedPeople, personById } from './repository.ts';

type BulkBody = CallBody<'people.bulk'>;
type BulkChange = Pick<BulkBody, 'consultant_id' | 'tag'>;
type FilteredBody = CallBody<'people.bulk_filtered'>;

/** Refusals for a person whom the caller may not change, or who does not exist. */
const forbiddenCodes: readonly ErrorCode[] = ['not_found', 'forbidden', 'record_deleted'];

/** Changes one person with the handler of the queued write. Returns whether the person was changed. */
async function changeOne(context: CallerContext, id: string, { consultant_id, tag }: BulkChange): Promise<boolean> {
  const person = await personById(context, id);
  if (consultant_id !== undefined) {
    if (person?.responsible_id === consultant_id) return false;
    const args = { to_id: consultant_id, to_name: null, note: '', at: context.received_at };
    await giveLeadHandler(context, toWriteInput<'lead.give'>(context, id, args));
    return true;
  }
  if (!person) throw new Refused('not_found');
  if (tag === undefined || person.tags.includes(tag)) return false;
  await editPersonHandler(context, toWriteInput<'person.edit'>(context, id, { tags: [...person.tags, tag] }));
  return true;
}

/**
 * Changes each person in a savepoint of its own, so that a person who cannot be changed does not prevent the change of
 * the others. Locks people in the order of their ids, so that two such calls cannot wait for each other. Throws
 * `employee_required` if the new employee cannot receive any person.
 */
async function changeEach(
  context: CallerContext,
  ids: readonly string[],
  change: (id: string) => Promise<boolean>,
): Promise<Map<string, BulkAnswer>> {
  const byId = new Map<string, BulkAnswer>();
  for (const user_id of [...new Set(ids)].toSorted()) {
    try {
      const isChanged = await inSavepoint(context.tx, () => change(user_id));
      byId.set(user_id, { user_id, answer: isChanged ? 'changed' : 'unchanged', code: null });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === 'employee_required') throw new Refused(error.code, { consultant_id: error.code });
      const answer = forbiddenCodes.includes(error.code) ? 'forbidden' : 'conflict';
      byId.set(user_id, { user_id, answer, code: error.code });
    }
  }
  return byId;
}

/** Assigns or tags many people in one transaction. */
export async function changePeople(context: CallerContext, body: BulkBody): Promise<{ answers: BulkAnswer[] }> {
  const byId = await changeEach(context, body.user_ids, (id) => changeOne(context, id, body));
  return { answers: [...new Set(body.user_ids)].flatMap((id) => byId.get(id) ?? []) };
}

/**
 * Assigns or tags the next people who match a filter, in the order of their ids, so that the cursor stays valid
 * although changed people may no longer match. A person who no longer matches when the change is made gets `conflict`.
 * Throws `limit_reached` if too many people match.
 */
export async function changeMatchingPeople(
  context: CallerContext,
  { filter: { search, ...filter }, after, except_ids = [], ...change }: FilteredBody,
): Promise<CallReply<'people.bulk_filtered'>> {
  const matching = notDeletedPeople(context).where(matchesFilter(search, filter));
  const remaining = after === undefined ? matching : matching.where('u.id', '>', after);
  const found = await remaining
    .select(['u.id', 'u.first_name', 'u.last_name'])
    .orderBy('u.id')
    .limit(MAX_BULK_MATCHES + 1)
    .execute();
  if (found.length > MAX_BULK_MATCHES) throw new Refused('limit_reached', { limit: MAX_BULK_MATCHES });
  const batch = found.slice(0, MAX_BULK_PEOPLE);
  const exceptIds = new Set(except_ids);
  const people = batch.filter(({ id }) => !exceptIds.has(id));
  const ids = people.map(({ id }) => id);
  const byId = await changeEach(context, ids, async (id) => {
    await lockPersonOrThrow(context, id, { also: [change.consultant_id ?? null] });
    const isMatching = await matching.where('u.id', '=', id).select('u.id').executeTakeFirst();
    if (!isMatching) throw new Refused('conflict');
    return changeOne(context, id, change);
  });
  return {
    answers: people.flatMap((person) => {
      const answer = byId.get(person.id);
      return answer ? [{ ...answer, name: fullName(person) }] : [];
    }),
    excepted: batch.flatMap(({ id }) => (exceptIds.has(id) ? [id] : [])),
    next: found.length > batch.length ? (batch.at(-1)?.id ?? null) : null,
  };
}
