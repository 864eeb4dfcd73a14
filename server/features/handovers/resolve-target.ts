import type { HandoverOfferArgs } from '../../../contract/entities/handover.ts';
import type { RowsContext } from '../../handlers.ts';
import { amongEmployees } from '../contacts/visible.ts';
import { refusalOfSent } from './sent-record.ts';

/** Argument names that refer to the person. */
const keys = ['person_id', 'user_id', 'linked_user_id'] as const;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Returns the person with the number or email of a rejected lead. */
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
    .where((eb) => eb.not(amongEmployees('u')))
    .where((eb) => eb.or([eb('u.phone', '=', number), eb('u.email', '=', address)]))
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns the person behind the caller's rejected lead, from its earlier handover. */
async function earlier({ tx, caller }: RowsContext, lead_id: string): Promise<string | null> {
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

/** An offer as its recipient gets it, and the person it is about where an earlier refusal determines that. */
interface Aimed {
  offer: HandoverOfferArgs;
  target: string | null;
}

/** [Note: Refused leads] The phone number is looked up only for a lead that was refused because of it. */
async function aimedLead(context: RowsContext, offer: HandoverOfferArgs): Promise<Aimed> {
  const code = await refusalOfSent(context, offer);
  const isTaken = code === 'phone_taken' || code === 'email_taken';
  const target = isTaken ? await personByContact(context, offer.args) : null;
  return target === null
    ? { offer, target }
    : { offer: { ...offer, args: { ...offer.args, person_id: target } }, target };
}

/**
 * [Note: Work on a lead who is already known] A lead was rejected because its number belongs to another person. Notes
 * on it name an id the server never had: for the recipient of the handover they refer to that person; the sender sees
 * what they wrote. Limited to employees: no one else creates leads.
 */
export async function aimed(context: RowsContext, offer: HandoverOfferArgs): Promise<Aimed> {
  if (!context.caller.is_staff) return { offer, target: null };
  if (offer.kind === 'lead.create') return aimedLead(context, offer);
  const { args } = offer;
  const entity_id = offer.entity === 'people' ? await earlier(context, offer.entity_id) : null;
  const named: Record<string, string> = {};
  for (const key of keys) {
    const id = textOf(args[key]);
    const real = id === null ? null : await earlier(context, id);
    if (real !== null) named[key] = real;
  }
  const target = entity_id ?? Object.values(named)[0] ?? null;
  return { offer: { ...offer, ...(entity_id !== null && { entity_id }), args: { ...args, ...named } }, target };
}
