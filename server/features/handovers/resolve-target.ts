import type { HandoverOfferArgs } from '../../../contract/entities/handover.ts';
import type { RowsContext } from '../../handlers.ts';
import { hasEmployeeRole } from '../contacts/visible.ts';
import { refusalOfIdenticalWrite } from './sent-record.ts';

/** Names of arguments that refer to a person. */
const personKeys = ['person_id', 'user_id', 'linked_user_id'] as const;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Returns the person who has the phone number or email address of a refused lead. */
async function personByContact(
  { tx, caller }: RowsContext,
  { phone, email }: Record<string, unknown>,
): Promise<string | null> {
  const [number, address] = [textOf(phone), textOf(email)?.normalize('NFC').toLowerCase() ?? null];
  const row = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.scope', '=', caller.scope)
    .where('u.deleted_at', 'is', null)
    .where((eb) => eb.not(hasEmployeeRole('u')))
    .where((eb) => eb.or([eb('u.phone', '=', number), eb('u.email', '=', address)]))
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Returns the person whom a refused lead of the caller duplicates. The person was determined when that lead was handed
 * over.
 */
async function personOfRefusedLead({ tx, caller }: RowsContext, lead_id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('handovers')
    .select('args')
    .where('scope', '=', caller.scope)
    .where('from_id', '=', caller.user_id)
    .where('kind', '=', 'lead.create')
    .where('entity_id', '=', lead_id)
    .limit(1)
    .executeTakeFirst();
  return textOf(row?.args['person_id']);
}

/**
 * An offer in the form that its recipient gets, and the person whom the offer is about, if an earlier refusal
 * determines that person.
 */
interface ResolvedOffer {
  offer: HandoverOfferArgs;
  target: string | null;
}

/**
 * [Note: Refused leads] The phone number or email address is looked up only for a lead that was refused because of it.
 */
async function resolveLead(context: RowsContext, offer: HandoverOfferArgs): Promise<ResolvedOffer> {
  const code = await refusalOfIdenticalWrite(context, offer);
  const isTaken = code === 'phone_taken' || code === 'email_taken';
  const target = isTaken ? await personByContact(context, offer.args) : null;
  return target === null
    ? { offer, target }
    : { offer: { ...offer, args: { ...offer.args, person_id: target } }, target };
}

/**
 * [Note: Work on a lead who is already known] A lead was refused because its number belongs to another person. Notes on
 * that lead refer to an id that the server never stored. For the recipient of the handover, these notes are changed to
 * refer to the known person; the sender still sees what they wrote. Only the offers of employees are changed, because
 * no one else creates leads.
 */
export async function resolveTarget(context: RowsContext, offer: HandoverOfferArgs): Promise<ResolvedOffer> {
  if (!context.caller.is_staff) return { offer, target: null };
  if (offer.kind === 'lead.create') return resolveLead(context, offer);
  const { args } = offer;
  const entity_id = offer.entity === 'people' ? await personOfRefusedLead(context, offer.entity_id) : null;
  const resolvedArgs: Record<string, string> = {};
  for (const key of personKeys) {
    const id = textOf(args[key]);
    const person_id = id === null ? null : await personOfRefusedLead(context, id);
    if (person_id !== null) resolvedArgs[key] = person_id;
  }
  const target = entity_id ?? Object.values(resolvedArgs)[0] ?? null;
  return { offer: { ...offer, ...(entity_id !== null && { entity_id }), args: { ...args, ...resolvedArgs } }, target };
}
