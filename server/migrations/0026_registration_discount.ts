import { sql } from 'kysely';
import type { Tx } from '../db/tables.ts';

export const name = '0026_registration_discount';

/** Adds the promo code that a member entered at registration for a discount. */
export async function up(tx: Tx): Promise<void> {
  await sql.raw('alter table subscriptions add column promo_code text').execute(tx);
}
