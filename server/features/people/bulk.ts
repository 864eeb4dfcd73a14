import type { BulkAnswer } from '../../../contract/api-calls/bulk-people.ts';
import type { CallBody } from '../../../contract/api-calls/index.ts';
import { type ErrorCode, Refused } from '../../../contract/errors.ts';
import { inSavepoint } from '../../context.ts';
import type { CallerContext } from '../../handlers.ts';
import { toWriteInput } from '../../sync/rest-adapter.ts';
import { giveLeadHandler } from './assign.ts';
import { editPersonHandler } from './edit.ts';
import { personById } from './repository.ts';

type BulkBody = CallBody<'people.bulk'>;

/** Refusals that say that the caller may not change the person, or that there is no such person. */
const forbiddenCodes: readonly ErrorCode[] = ['not_found', 'forbidden', 'record_deleted'];

/** Changes one person with the handler of the queued write. Returns whether anything changed. */
async function changeOne(context: CallerContext, id: string, { consultant_id, tag }: BulkBody): Promise<boolean> {
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
 * Assigns or tags many people in one transaction. A person who cannot be changed does not hold up the others: each is
 * changed in a savepoint of its own and gets its own answer. They are locked in the order of their ids, so that two
 * such calls cannot wait for each other. Throws `employee_required` if the new employee cannot receive anyone.
 */
export async function changeMany(context: CallerContext, body: BulkBody): Promise<{ answers: BulkAnswer[] }> {
  const byId = new Map<string, BulkAnswer>();
  for (const user_id of [...new Set(body.user_ids)].toSorted()) {
    try {
      const isChanged = await inSavepoint(context.tx, () => changeOne(context, user_id, body));
      byId.set(user_id, { user_id, answer: isChanged ? 'changed' : 'unchanged', code: null });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === 'employee_required') throw new Refused(error.code, { consultant_id: error.code });
      const answer = forbiddenCodes.includes(error.code) ? 'forbidden' : 'conflict';
      byId.set(user_id, { user_id, answer, code: error.code });
    }
  }
  return { answers: [...new Set(body.user_ids)].flatMap((id) => byId.get(id) ?? []) };
}
