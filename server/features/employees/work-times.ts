import type { CallBody } from '../../../contract/calls/index.ts';
import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import { Refused } from '../../../contract/errors.ts';
import { fromPayload, WorkTimesInput } from '../../../contract/work-times-input.ts';
import type { User } from '../../db/tables.ts';
import { fieldCodes } from '../../http/field-codes.ts';
import type { CallerContext, HandlerContext, WriteHandler } from '../../handlers.ts';
import { meRows } from '../accounts/rows.ts';
import { selfAndResponsible } from '../contacts/person.ts';
import { isSameValue } from '../../sync/merge.ts';
import { lockOwn } from '../settings/repository.ts';
import { lockTeamMate, saveEmployee } from './repository.ts';

async function save(context: HandlerContext, row: User, work_times: WorkTimes): Promise<void> {
  if (isSameValue(row.work_times, work_times)) return;
  const rev = await context.nextRev();
  await saveEmployee(context.tx, row, { work_times }, { rev, updated_at: context.received_at });
  context.poke([context.caller.user_id, ...selfAndResponsible(row)]);
}

/** Throws `not_found` for any account but the caller's own, `forbidden` for a learner. */
export const workTimesHandler: WriteHandler<'me.work_times'> = async (context, { id, args }) => {
  const { tx, caller } = context;
  const row = id === caller.user_id ? await lockOwn(tx, caller) : undefined;
  if (!row) throw new Refused('not_found');
  if (!caller.is_staff) throw new Refused('forbidden');
  await save(context, row, args.work_times);
  const me = await meRows.one(context, caller.user_id);
  if (!me) throw new Refused('not_found');
  return { row: me, rev: me.rev };
};

/** The documented call in any of its forms. Throws `not_found`, and `invalid` with the invalid fields. */
export async function updateWorkTimes(
  context: CallerContext,
  { user_id, ...payload }: CallBody<'employees.work_times'>,
): Promise<{ user_id: string; work_times: WorkTimes }> {
  const { tx, caller } = context;
  const isOwn = user_id === undefined || user_id === caller.user_id;
  const row = isOwn ? await lockOwn(tx, caller) : await lockTeamMate(context, user_id);
  if (!row) throw new Refused('not_found');
  const given = fromPayload(payload, row.work_times?.zone ?? row.time_zone, row.work_times);
  const parsed = WorkTimesInput.safeParse(given);
  if (!parsed.success) throw new Refused('invalid', fieldCodes(parsed.error, given));
  await save(context, row, parsed.data);
  return { user_id: row.id, work_times: parsed.data };
}
