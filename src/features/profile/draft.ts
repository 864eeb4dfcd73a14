import type { Me } from '../../../contract/entities/me.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { draftOf, type ProfileDraft } from './profile-form.ts';

const KEY = 'draft:profile';

/** What was changed in the form and not saved. It lives and goes with the person's database. */
type Changes = Partial<ProfileDraft>;

/** The fields that differ from the profile as it was when the form began. */
export function changesOf(began: Me, draft: ProfileDraft): Changes {
  const before = draftOf(began);
  const names = Object.keys(before) as (keyof ProfileDraft)[];
  return Object.fromEntries(names.filter((name) => draft[name] !== before[name]).map((name) => [name, draft[name]]));
}

/** Keeps them; none of them, and nothing is kept. */
export async function keepChanges(db: PhoneDb, changes: Changes): Promise<void> {
  if (Object.keys(changes).length === 0) await db.meta.delete(KEY);
  else await db.meta.put({ key: KEY, value: changes });
}

export async function keptChanges(db: PhoneDb): Promise<Changes> {
  return ((await db.meta.get(KEY))?.value as Changes | undefined) ?? {};
}
