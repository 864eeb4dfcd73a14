import { sql } from 'kysely';
import { Refused } from '../../../contract/errors.ts';
import type { HandlerContext, RowsContext } from '../../handlers.ts';
import { personName } from './person.ts';
import { notDeletedContacts } from './repository.ts';

/** The contact into which another contact was merged. */
export interface Survivor {
  id: string;
  owner_id: string;
  name: string;
}

/** Returns the contact into which this contact was merged, if the caller can see it. */
export async function survivorOf(context: RowsContext, id: string): Promise<Survivor | undefined> {
  return notDeletedContacts(context)
    .select(['c.id', 'c.owner_id', personName('c').as('name')])
    .where(sql<boolean>`c.merged_ids <> '[]' and c.merged_ids @> ${JSON.stringify([id])}::jsonb`)
    .limit(1)
    .executeTakeFirst();
}

/** Returns the id of the contact into which this contact was merged; the given id if it was not merged. */
export const currentContactId = async (context: RowsContext, id: string): Promise<string> =>
  (await survivorOf(context, id))?.id ?? id;

/**
 * Checks that a deleted contact was not merged into another contact. Throws `contact_merged` with that contact, so that
 * the caller can apply the write to it.
 */
export async function checkNotMerged(context: RowsContext, id: string): Promise<void> {
  const survivor = await survivorOf(context, id);
  if (survivor) throw new Refused('contact_merged', { merged: id, into: survivor.id, into_name: survivor.name });
}

/** Tables whose rows refer to a contact by `contact_id` and are mirrored to phones. */
const childTables = ['interactions', 'tasks'] as const;

/** The calls, visits and tasks of a contact. */
export interface ContactChildren {
  ids: Record<(typeof childTables)[number], string[]>;
  /** Employees to whom the tasks are assigned, and authors of the calls and visits. */
  people: string[];
}

/**
 * Locks the calls, visits and tasks of a contact, including deleted ones. With `moved_at_rev`, locks only those that
 * the merge with this rev moved to the contact.
 */
export async function lockChildren(
  { tx, scope }: HandlerContext,
  contact_id: string,
  moved_at_rev: number | null = null,
): Promise<ContactChildren> {
  const children: ContactChildren = { ids: { interactions: [], tasks: [] }, people: [] };
  for (const table of childTables) {
    const person = sql.ref(table === 'tasks' ? 'assignee_id' : 'author_id');
    const isMoved =
      moved_at_rev === null ? sql`true` : sql`(field_revs->>'contact_id')::bigint = ${moved_at_rev}::bigint`;
    const { rows } = await sql<{ id: string; person: string }>`select id, ${person} as person from ${sql.table(table)}
      where scope = ${scope} and contact_id = ${contact_id} and ${isMoved} order by id for update`.execute(tx);
    children.ids[table] = rows.map(({ id }) => id);
    children.people.push(...rows.map(({ person: id }) => id));
  }
  return children;
}

/** Moves locked calls, visits and tasks to a contact. `rev` marks them as moved by this merge. */
export async function moveChildren(
  { tx, scope, received_at }: HandlerContext,
  { ids }: ContactChildren,
  contact_id: string,
  rev: number,
): Promise<void> {
  for (const table of childTables) {
    if (ids[table].length === 0) continue;
    await sql`update ${sql.table(table)} set contact_id = ${contact_id}, rev = ${rev}, updated_at = ${received_at},
        field_revs = field_revs || jsonb_build_object('contact_id', ${rev}::bigint)
      where scope = ${scope} and id in (select value from json_array_elements_text(${JSON.stringify(ids[table])}::json))`.execute(
      tx,
    );
  }
}
