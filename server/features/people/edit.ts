import { partnerFields } from '../../../contract/entities/partner.ts';
import { people, type Person } from '../../../contract/entities/person.ts';
import { getPartner } from '../../../contract/states/partner.ts';
import { MAX_TAGS } from '../../../contract/values.ts';
import { addAuditEntry } from '../../audit.ts';
import type { HandlerContext, WriteHandler } from '../../handlers.ts';
import { RefusedWithRow, withCurrentRow } from '../../http/with-current-row.ts';
import { mergeOrConflict, type MergeRules } from '../../sync/merge.ts';
import { pokePersonViewers } from './transfer-access.ts';
import { addTimelineEvent } from './timeline-repository.ts';
import { lockPersonOrThrow, savePerson, type LockedPerson } from './lock.ts';
import { checkTags } from './tags.ts';
import { withFreeContact } from './contact-conflict.ts';
import { personOutcome } from './writes.ts';

const mergeRules: MergeRules = { policies: people.policies, maxItems: MAX_TAGS };

/** Normalises email addresses and timestamps. */
function normalizePatch<T extends { email?: string | null | undefined; next_step_at?: string | null | undefined }>(
  patch: T,
): T {
  const { email, next_step_at } = patch;
  return {
    ...patch,
    ...(email && { email: email.normalize('NFC').toLowerCase() }),
    ...(next_step_at && { next_step_at: new Date(next_step_at).toISOString() }),
  };
}

function checkContactMethods(person: Person, next: Person, changed: object): void {
  const refuse = (code: 'contact_by_owner' | 'phone_or_email', field: string): never => {
    throw new RefusedWithRow(code, person, person.rev, { [field]: code });
  };
  // The phone number and email address are the login names of a person. An employee who could change them could take
  // over the account.
  for (const field of ['phone', 'email']) if (person.has_login && field in changed) refuse('contact_by_owner', field);
  if (next.phone === null && next.email === null) refuse('phone_or_email', 'phone');
}

function checkPartnerFields(person: Person, changed: object): void {
  if (Object.keys(partnerFields).some((field) => field in changed)) withCurrentRow(person, getPartner);
}

async function recordEdit(context: HandlerContext, { person }: LockedPerson, changed: object): Promise<void> {
  const { tx, scope, caller, received_at: at } = context;
  const fields = Object.keys(changed);
  const settings = Object.fromEntries(Object.entries(changed).filter(([name]) => name === 'tags' || name === 'groups'));
  if (Object.keys(settings).length > 0)
    await addTimelineEvent(context, {
      person_id: person.id,
      kind: 'settings',
      by_id: caller.user_id,
      detail: settings,
    });
  await addAuditEntry(tx, {
    scope,
    at,
    action: 'person_edited',
    actor_id: caller.user_id,
    target_id: person.id,
    detail: { fields },
  });
}

/**
 * Edits a person, merging field by field. Throws `conflict`, `tag_unknown`, `contact_by_owner`, `phone_taken`,
 * `email_taken`, `phone_or_email`, `not_a_partner` or `not_found`.
 */
export const editPersonHandler: WriteHandler<'person.edit'> = async (context, { id, args, base, base_rev }) => {
  const locked = await lockPersonOrThrow(context, id);
  const { person, field_revs, holder } = locked;
  const edit = { patch: normalizePatch(args), base, base_rev };
  const changed = await mergeOrConflict(context, person, field_revs, edit, mergeRules);
  if (Object.keys(changed).length === 0) return { row: person, rev: person.rev };
  const next: Person = { ...person, ...(changed as Partial<Person>) };
  if ('phone' in changed) next.phone_invalid = false;
  checkContactMethods(person, next, changed);
  checkPartnerFields(person, changed);
  await checkTags(context, { tags: next.tags, groups: next.groups }, person);
  const contactMethods = {
    ...('phone' in changed && { phone: next.phone }),
    ...('email' in changed && { email: next.email }),
  };
  const rev = await withFreeContact(context, contactMethods, id, () => savePerson(context, locked, next));
  await recordEdit(context, locked, changed);
  await pokePersonViewers(context, [holder], { pool: person.status === 'waiting' });
  return personOutcome(context, id, rev);
};
