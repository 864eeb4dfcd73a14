import { sql } from 'kysely';
import type { HandlerContext } from '../../handlers.ts';
import { revokeAccess } from '../../sync/access-loss.ts';

type Context = Omit<HandlerContext, 'caller'>;

/** Gives the donations of a person a new rev, so that the devices of everyone who can now see them fetch them. */
export async function touchDonations(
  { tx, scope }: Pick<Context, 'tx' | 'scope'>,
  person_id: string,
  rev: number,
): Promise<void> {
  await tx.updateTable('donations').set({ rev }).where('scope', '=', scope).where('donor_id', '=', person_id).execute();
}

/**
 * Records that an employee has lost access to the donations of a person. Donations that the employee or their
 * consultants entered stay visible to the employee, and an admin continues to see all donations.
 */
export async function revokeDonations(context: Context, user_id: string, person_id: string): Promise<void> {
  const { tx, scope } = context;
  const { rows } = await sql<{ id: string }>`select d.id from donations d
    join users a on a.scope = d.scope and a.id = d.author_id
    join users v on v.scope = d.scope and v.id = ${user_id}
    where d.scope = ${scope} and d.donor_id = ${person_id} and not v.is_superuser
      and a.id <> v.id and not (v.is_manager and coalesce(a.responsible_id = v.id, false))`.execute(tx);
  await revokeAccess(
    context,
    user_id,
    'donations',
    rows.map(({ id }) => id),
  );
}
