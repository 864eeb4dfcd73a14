import type { Tx } from '../../db/tables.ts';
import type { Caller } from '../../handlers.ts';

export interface Settings {
  language?: 'ru' | 'en' | 'de' | undefined;
  theme?: 'system' | 'light' | 'dark' | undefined;
  text_size?: 's' | 'm' | 'l' | 'xl' | undefined;
}

/** Locks the caller's own row and gives its settings as they stand. */
export function lockSettings(tx: Tx, { scope, user_id }: Caller) {
  return tx
    .selectFrom('users')
    .select(['language', 'theme', 'text_size', 'field_revs'])
    .where('scope', '=', scope)
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveSettings(
  tx: Tx,
  { scope, user_id }: Caller,
  changed: Settings,
  { field_revs, rev, updated_at }: { field_revs: Record<string, number>; rev: number; updated_at: string },
): Promise<void> {
  const { language, theme, text_size } = changed;
  await tx
    .updateTable('users')
    .set({
      ...(language && { language }),
      ...(theme && { theme }),
      ...(text_size && { text_size }),
      field_revs: JSON.stringify(field_revs),
      rev,
      updated_at,
    })
    .where('scope', '=', scope)
    .where('id', '=', user_id)
    .execute();
}
