import { personSearchText } from '../../../contract/search/lines.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { Refused } from '../../../contract/errors.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteHandler } from '../../handlers.ts';
import { blankUser } from '../accounts/blank-user.ts';
import { newPromoCode } from '../accounts/register.ts';
import { notify } from './transfer-access.ts';
import { addEvent } from './timeline-repository.ts';
import { assertStaff } from './lock.ts';
import { personById } from './repository.ts';
import { checkTags } from './tags.ts';
import { withFreeContact } from './contact-conflict.ts';

type Fields = Omit<Parameters<WriteHandler<'lead.create'>>[1]['args'], 'at'>;

/** Inserts a lead; returns false if its id is already used. */
async function insert(
  context: HandlerContext,
  id: string,
  { email, tags, groups, ...fields }: Fields,
): Promise<boolean> {
  const { tx, scope, caller, received_at: at } = context;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('users')
    .values({
      ...blankUser,
      ...fields,
      email,
      id,
      scope,
      rev: await context.nextRev(),
      created_at: at,
      updated_at: at,
      tags: JSON.stringify(tags),
      groups: JSON.stringify(groups),
      search: personSearchText({ ...fields, email }),
      time_zone: caller.time_zone,
      responsible_id: caller.user_id,
      status: 'processing',
      source: 'manual',
      promo_code: newPromoCode(),
    })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Creates a lead whom the caller found, assigned to the caller. It does not count towards the daily limit. Idempotent.
 * Throws `phone_taken`, `email_taken` or `tag_unknown`.
 */
export const createLeadHandler: WriteHandler<'lead.create'> = async (context, { id, args: { at: _, ...given } }) => {
  assertStaff(context);
  const { caller } = context;
  const existingPerson = await personById(context, id);
  if (existingPerson) return { row: existingPerson, rev: existingPerson.rev };
  const fields = { ...given, email: given.email && given.email.normalize('NFC').toLowerCase() };
  await checkTags(context, fields);
  await countDailyWrite(context, 'leads');
  const isNew = await withFreeContact(context, fields, null, () => insert(context, id, fields));
  if (!isNew) throw new Refused('not_found');
  await addEvent(context, { person_id: id, kind: 'created', by_id: caller.user_id, detail: { source: 'manual' } });
  await notify(context, [caller.user]);
  const row: Person | null = await personById(context, id);
  return { row, rev: row?.rev ?? 0 };
};
