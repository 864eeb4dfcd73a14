import type { Person } from '../../../contract/entities/person.ts';
import { Refused } from '../../../contract/errors.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { WriteHandler } from '../../handlers.ts';
import { pokePersonViewers } from './transfer-access.ts';
import { addTimelineEvent } from './timeline-repository.ts';
import { insertPerson } from './insert-person.ts';
import { assertStaff } from './lock.ts';
import { personById } from './repository.ts';
import { checkTags } from './tags.ts';
import { withFreeContact } from './contact-conflict.ts';

/**
 * Creates a lead whom the caller found and assigns the lead to the caller. The lead does not count towards the daily
 * limit. Idempotent. Throws `phone_taken`, `email_taken` or `tag_unknown`.
 */
export const createLeadHandler: WriteHandler<'lead.create'> = async (context, { id, args: { at: _, ...given } }) => {
  assertStaff(context);
  const { caller } = context;
  const existingPerson = await personById(context, id);
  if (existingPerson) return { row: existingPerson, rev: existingPerson.rev };
  const fields = { ...given, email: given.email && given.email.normalize('NFC').toLowerCase() };
  await checkTags(context, fields);
  await countDailyWrite(context, 'leads');
  const assignment = { responsible_id: caller.user_id, status: 'processing', source: 'manual' } as const;
  const person = { ...fields, ...assignment, time_zone: caller.time_zone };
  const isNew = await withFreeContact(context, fields, null, () => insertPerson(context, id, person));
  if (!isNew) throw new Refused('not_found');
  await addTimelineEvent(context, {
    person_id: id,
    kind: 'created',
    by_id: caller.user_id,
    detail: { source: 'manual' },
  });
  await pokePersonViewers(context, [caller.user]);
  const row: Person | null = await personById(context, id);
  return { row, rev: row?.rev ?? 0 };
};
