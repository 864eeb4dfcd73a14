import { uuidv7 } from 'uuidv7';
import { isEmployee } from '../../../contract/roles.ts';
import { inSavepoint } from '../../context.ts';
import type { User } from '../../db/tables.ts';
import { sqlState } from '../../db/transaction.ts';
import type { HandlerContext } from '../../handlers.ts';
import { addJob } from '../../jobs/queue.ts';
import { fullName } from '../../features/accounts/rows.ts';
import { insertPerson } from '../../features/people/insert-person.ts';
import { readTagGroups } from '../../features/people/tags.ts';
import { addTimelineEvent } from '../../features/people/timeline-repository.ts';
import { pokePersonViewers } from '../../features/people/transfer-access.ts';
import { namesOf, type SentForm } from './sent-form.ts';

export interface Lead {
  person_id: string | null;
  /**
   * The person to whom the contact of the owner is linked; null if the owner must not learn that the person has an
   * account.
   */
  linked_user_id: string | null;
  /** Whether a contact is saved for the owner, because the owner does not see the person. */
  needs_contact: boolean;
}

/**
 * Returns the person with the phone number of the form or, if there is none, the person with the email address of the
 * form.
 */
async function knownPerson({ tx, scope }: HandlerContext, { values }: SentForm): Promise<User | null> {
  const { phone, email } = values;
  const rows = await tx
    .selectFrom('users')
    .selectAll()
    .where('scope', '=', scope)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('phone', '=', phone), eb('email', '=', email)]))
    .execute();
  return rows.find((user) => phone !== null && user.phone === phone) ?? rows[0] ?? null;
}

/** Returns the tag of the form in a list; an empty list if the tag no longer exists. */
async function knownTags(context: HandlerContext, { tag }: SentForm): Promise<string[]> {
  const groups = tag === '' ? [] : await readTagGroups(context);
  return groups.some(({ tags }) => tags.some(({ name }) => name === tag)) ? [tag] : [];
}

const formEvent = ({ title, values }: SentForm) =>
  ({ kind: 'form', by_id: null, detail: { page: title, ...(values.comment && { text: values.comment }) } }) as const;

/** Adds a person: in the care of the page's owner if the owner is an employee, otherwise in the pool. */
async function addPerson(context: HandlerContext, owner: User, form: SentForm): Promise<string> {
  const { received_at: at } = context;
  const isOwnLead = isEmployee(owner);
  const id = uuidv7();
  const { phone, email, city } = form.values;
  await insertPerson(context, id, {
    ...namesOf(form),
    phone,
    email,
    city,
    language: form.lang,
    time_zone: owner.time_zone,
    tags: await knownTags(context, form),
    groups: [],
    source: 'landing',
    consent_at: at,
    referrer_id: owner.id,
    responsible_id: isOwnLead ? owner.id : null,
    status: isOwnLead ? 'processing' : 'waiting',
    waiting_since: isOwnLead ? null : at,
  });
  const detail = { source: 'landing', page: form.title, referrer: fullName(owner) };
  await addTimelineEvent(context, { person_id: id, kind: 'created', by_id: null, detail });
  await addTimelineEvent(context, { person_id: id, ...formEvent(form) });
  await pokePersonViewers(context, [isOwnLead ? owner : null], { pool: !isOwnLead });
  if (!isOwnLead) await addJob(context.tx, { scope: context.scope, at }, 'assign_leads', {});
  return id;
}

/**
 * Adds the form to the timeline of a known person. The details of the person are not changed, because anyone could have
 * sent the form. Employees have no timeline.
 */
async function addToKnown(context: HandlerContext, owner: User, person: User, form: SentForm): Promise<Lead> {
  const isColleague = isEmployee(person);
  if (!isColleague) {
    await addTimelineEvent(context, { person_id: person.id, ...formEvent(form) });
    const responsible = await context.tx
      .selectFrom('users')
      .select(['id', 'responsible_id'])
      .where('scope', '=', context.scope)
      .where('id', '=', person.responsible_id)
      .executeTakeFirst();
    await pokePersonViewers(context, [responsible]);
  }
  const isOwnLead = isEmployee(owner) && person.responsible_id === owner.id;
  // [Note: Forms reveal no accounts] Only people who were added through a form of the owner's pages are linked: a link
  // to any other person would reveal that the number or address belongs to an account.
  const isInvited = person.referrer_id === owner.id && person.source === 'landing';
  return {
    person_id: isColleague ? null : person.id,
    linked_user_id: isInvited ? person.id : null,
    needs_contact: isColleague || !isOwnLead,
  };
}

/**
 * Adds the person of a form or, if a person with its phone number or email address exists, adds the form to the
 * timeline of that person.
 */
export async function createLead(context: HandlerContext, owner: User, form: SentForm): Promise<Lead> {
  const known = await knownPerson(context, form);
  if (known) return addToKnown(context, owner, known, form);
  try {
    const id = await inSavepoint(context.tx, () => addPerson(context, owner, form));
    return { person_id: id, linked_user_id: id, needs_contact: !isEmployee(owner) };
  } catch (error) {
    // A person with this phone number or email address was added at the same moment.
    const added = sqlState(error) === '23505' ? await knownPerson(context, form) : null;
    if (!added) throw error;
    return addToKnown(context, owner, added, form);
  }
}
