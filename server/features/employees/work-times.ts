import type { CallBody } from '../../../contract/api-calls/index.ts';
import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import { Refused } from '../../../contract/errors.ts';
import type { FieldCode } from '../../../contract/field-codes.ts';
import { withWorkTimesPayload, isAppFormat, WorkTimesInput } from '../../../contract/work-times-input.ts';
import type { User } from '../../db/tables.ts';
import { defaultWorkTimes } from '../../../contract/work-times.ts';
import { fieldCodes, renameFields } from '../../http/field-codes.ts';
import type { CallerContext, HandlerContext, WriteHandler } from '../../handlers.ts';
import { meRows } from '../accounts/rows.ts';
import { selfAndResponsibleOf } from '../contacts/person.ts';
import { isSameValue } from '../../sync/merge.ts';
import { lockOwnAccount } from '../settings/repository.ts';
import { checkAllLeadsAgain } from '../people/return-columns.ts';
import { lockTeamMate, saveEmployee } from './repository.ts';

type WorkTimesBody = CallBody<'employees.work_times'>;

async function save(context: HandlerContext, row: User, work_times: WorkTimes): Promise<void> {
  if (isSameValue(row.work_times, work_times)) return;
  const rev = await context.nextRev();
  await saveEmployee(context.tx, row, { work_times }, { rev, updated_at: context.received_at });
  await checkAllLeadsAgain(context.tx, row);
  context.poke([context.caller.user_id, ...selfAndResponsibleOf(row)]);
}

/** Sets the caller's own work times. Throws `not_found` for any other account, and `forbidden` for a learner. */
export const workTimesHandler: WriteHandler<'me.work_times'> = async (context, { id, args }) => {
  const { tx, caller } = context;
  const row = id === caller.user_id ? await lockOwnAccount(tx, caller) : undefined;
  if (!row) throw new Refused('not_found');
  if (!caller.is_staff) throw new Refused('forbidden');
  await save(context, row, args.work_times);
  const me = await meRows.one(context, caller.user_id);
  if (!me) throw new Refused('not_found');
  return { row: me, rev: me.rev };
};

/**
 * Renames the fields of errors to the names used in the request, in which a day is either at the top level or inside
 * `work_times`, and has either a single interval or a list.
 */
function withPayloadNames(codes: Record<string, FieldCode>, payload: WorkTimesBody): Record<string, FieldCode> {
  const { work_times = {} } = payload;
  if (isAppFormat(work_times) && work_times.days) return renameFields(codes, (name) => `work_times.${name}`);
  return renameFields(codes, (name) => {
    const [, day = '', rest = ''] = /^days\.(\w+)(.*)$/.exec(name) ?? [];
    if (day === '') return name;
    const [prefix, days]: [string, Record<string, unknown>] =
      day in work_times ? ['work_times.', work_times] : ['', payload];
    return `${prefix}${day}${Array.isArray(days[day]) ? rest : rest.replace(/^\.0/, '')}`;
  });
}

/**
 * Handles the documented call with a payload in any accepted format. Throws `not_found`, and `invalid` with the invalid
 * fields.
 */
export async function updateWorkTimes(
  context: CallerContext,
  { user_id, ...payload }: WorkTimesBody,
): Promise<{ user_id: string; work_times: WorkTimes }> {
  const { tx, caller } = context;
  const isOwnAccount = user_id === undefined || user_id === caller.user_id;
  const row = isOwnAccount ? await lockOwnAccount(tx, caller) : await lockTeamMate(context, user_id);
  if (!row) throw new Refused('not_found');
  const newTimes = withWorkTimesPayload(payload, row.work_times ?? defaultWorkTimes(row.time_zone));
  const parsed = WorkTimesInput.safeParse(newTimes);
  if (!parsed.success) throw new Refused('invalid', withPayloadNames(fieldCodes(parsed.error, newTimes), payload));
  await save(context, row, parsed.data);
  return { user_id: row.id, work_times: parsed.data };
}
