import { sql } from 'kysely';
import type { Erasure } from '../../handlers.ts';

/** Erases the personal data of an account; the row stays, because comments and tasks refer to it. */
export async function eraseUser({ tx, scope, user_id, rev, at }: Erasure): Promise<void> {
  const name = { first_name: '—', last_name: '', middle_name: null, email: null, phone: null, telegram: null };
  const profile = { password_hash: null, avatar_sha256: null, city: null, date_birth: null, promo_code: null };
  const details = { address: '', notes: '', tags: '[]', groups: '[]', next_step_at: null };
  const deleted = { deleted_at: at, deleted_by: user_id, outbox_key: null, is_active: false, delete_at: null };
  await tx
    .updateTable('users')
    .set({
      ...name,
      ...profile,
      ...details,
      ...deleted,
      rev,
      updated_at: at,
      claimed_rev: sql`case when status = 'waiting' then ${rev}::bigint else claimed_rev end`,
    })
    .where('scope', '=', scope)
    .where('id', '=', user_id)
    .execute();
}
