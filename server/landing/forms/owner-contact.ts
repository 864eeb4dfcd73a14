import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Contact } from '../../../contract/entities/contact.ts';
import { MAX_CONTACTS } from '../../../contract/values.ts';
import type { User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { fullName } from '../../features/accounts/rows.ts';
import { audienceOf } from '../../features/contacts/person.ts';
import { countContactsOwnedBy, insertContact, lockContact, updateContact } from '../../features/contacts/repository.ts';
import { nextFieldRevs } from '../../sync/merge.ts';
import { formTexts } from './form-texts.ts';
import { namesOf, type SentForm } from './sent-form.ts';

const MAX_NOTES_CHARS = 10_000;

/** Returns the id of the owner's contact with the phone number or the email address of the form. */
async function knownContact({ tx, scope }: HandlerContext, owner: User, { values }: SentForm): Promise<string | null> {
  const { phone, email } = values;
  const row = await tx
    .selectFrom('contacts')
    .select('id')
    .where('scope', '=', scope)
    .where('owner_id', '=', owner.id)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`((${phone}::text is not null and phones @> ${JSON.stringify([{ number: phone }])}::jsonb)
        or exists (select 1 from jsonb_array_elements_text(emails) e (address) where lower(e.address) = ${email}))`,
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

function newContact({ received_at: at, caller }: HandlerContext, owner: User, form: SentForm): Contact {
  const { phone, email, city } = form.values;
  return {
    id: uuidv7(),
    rev: 0,
    owner_id: owner.id,
    owner_name: caller.name || fullName(owner),
    ...namesOf(form),
    middle_name: '',
    phones: phone === null ? [] : [{ number: phone, label: '' }],
    emails: email === null ? [] : [email],
    telegram: null,
    city,
    country: null,
    date_birth: null,
    address: '',
    work_zone: '',
    is_partner: false,
    category_id: null,
    status: 'new',
    photo: null,
    notes: '',
    next_step_at: null,
    consent: null,
    linked_user_id: null,
    created_at: at,
    updated_at: at,
  };
}

/**
 * Saves the entered texts of a visitor as a contact of the owner, or adds them to the notes of the contact with the
 * same number or address. Returns the id of the contact, or null if the owner has the maximum number of contacts. The
 * owner must be locked.
 */
export async function saveOwnerContact(
  context: HandlerContext,
  owner: User,
  form: SentForm,
  linked_user_id: string | null,
): Promise<string | null> {
  const { received_at: at } = context;
  const known = await knownContact(context, owner, form);
  const locked = known === null ? undefined : await lockContact(context, known);
  if (!locked && (await countContactsOwnedBy(context, owner.id)) >= MAX_CONTACTS) return null;
  const current = locked?.contact ?? newContact(context, owner, form);
  const origin = formTexts[owner.language].origin(form.title);
  const note = form.values.comment === '' ? origin : `${origin}: ${form.values.comment}`;
  const changed = {
    notes: [current.notes, note].filter(Boolean).join('\n').slice(0, MAX_NOTES_CHARS),
    consent: current.consent ?? { given_at: at, how: origin },
    linked_user_id: current.linked_user_id ?? linked_user_id,
  };
  const rev = await context.nextRev();
  const contact: Contact = { ...current, ...changed, rev, updated_at: at };
  if (locked) await updateContact(context, contact, nextFieldRevs(locked.field_revs, changed, rev));
  else await insertContact(context, contact);
  context.poke(await audienceOf(context, owner.id));
  return contact.id;
}
