import { Refused } from '../../../contract/errors.ts';
import { inSavepoint } from '../../context.ts';
import { sqlState } from '../../db/transaction.ts';
import type { HandlerContext } from '../../handlers.ts';
import { rejectTaken } from '../accounts/register.ts';
import { hasEmployeeRole } from '../contacts/visible.ts';
import { allPeople, personById, personColumns } from './repository.ts';

interface ContactMethods {
  phone?: string | null | undefined;
  email?: string | null | undefined;
}

/** Returns the person with a phone number or email address, limited to the fields that the caller may see. */
async function ownerFields(
  context: HandlerContext,
  { phone, email }: ContactMethods,
): Promise<Record<string, unknown>> {
  const row = await allPeople(context)
    .select([...personColumns(context), hasEmployeeRole('u').as('works_here')])
    .where('u.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('u.phone', '=', phone ?? null), eb('u.email', '=', email ?? null)]))
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst();
  if (!row || row.works_here) return {};
  const visiblePerson = await personById(context, row.id);
  const name = visiblePerson && `${visiblePerson.first_name} ${visiblePerson.last_name}`.trim();
  return {
    responsible_name: row.responsible_name,
    ...(visiblePerson && { person_id: visiblePerson.id, person_name: name }),
  };
}

/**
 * Runs a write that sets a phone number or email address. If a person other than `exceptId` has the same number or address,
 * throws `phone_taken` or `email_taken` with that person. This includes a person who is stored at the same moment.
 */
export async function withFreeContact<T>(
  context: HandlerContext,
  contactMethods: ContactMethods,
  exceptId: string | null,
  run: () => Promise<T>,
): Promise<T> {
  const { tx, scope } = context;
  const givenContacts = {
    ...(contactMethods.phone && { phone: contactMethods.phone }),
    ...(contactMethods.email && { email: contactMethods.email }),
  };
  const check = async () => {
    try {
      if (Object.keys(givenContacts).length > 0) await rejectTaken(tx, scope, givenContacts, exceptId);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      throw new Refused(error.code, { ...error.fields, ...(await ownerFields(context, givenContacts)) });
    }
  };
  await check();
  try {
    return await inSavepoint(tx, run);
  } catch (error) {
    if (sqlState(error) === '23505') await check();
    throw error;
  }
}
