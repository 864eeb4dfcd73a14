import { sql } from 'kysely';
import type { Tx } from '../../db/tables.ts';

interface Erasing {
  scope: string;
  user_id: string;
  rev: number;
  at: string;
}

/** Contacts of the erased person are erased too. */
const book = ({ scope, user_id }: Erasing) =>
  sql<string>`(select b.id from contacts b where b.scope = ${scope} and b.owner_id = ${user_id})`;

/** Tasks with the person, with their contacts, and their own without a link. */
const tasksAbout = (of: Erasing) => sql<boolean>`(t.scope = ${of.scope} and (t.linked_user_id = ${of.user_id}
  or t.contact_id in ${book(of)} or (t.linked_user_id is null and t.contact_id is null and t.assignee_id = ${of.user_id})))`;

/** Interactions with the person or their contacts, and those they logged themselves. */
const callsAbout = (of: Erasing) =>
  sql<boolean>`(i.scope = ${of.scope} and (${of.user_id} in (i.user_id, i.author_id) or i.contact_id in ${book(of)}))`;

/** Handovers contain text about the person whatever record they concern. */
async function eraseHandovers(tx: Tx, of: Erasing): Promise<void> {
  const { scope, user_id, rev, at } = of;
  await sql`update handovers h set title = '—', args = '{}', rev = ${rev}::bigint, updated_at = ${at}, deleted_at = ${at},
      deleted_by = ${user_id}
    where h.scope = ${scope} and (h.entity_id = ${user_id}
      or ${user_id} in (h.args->>'person_id', h.args->>'user_id', h.args->>'linked_user_id')
      or h.entity_id in ${book(of)} or h.args->>'contact_id' in ${book(of)}
      or (h.entity = 'contacts' and h.from_id = ${user_id})
      or h.entity_id in (select t.id from tasks t where ${tasksAbout(of)})
      or h.entity_id in (select i.id from interactions i where ${callsAbout(of)})
      or h.entity_id in (select q.id from tickets q where q.scope = ${scope} and q.author_id = ${user_id}))`.execute(
    tx,
  );
}

/**
 * Erases what employees wrote about a person and what the person wrote about contacts: timeline, interactions,
 * handovers and task texts; the fact of the work stays.
 */
export async function erasePerson(
  tx: Tx,
  scope: string,
  user_id: string,
  { rev, at }: { rev: number; at: string },
): Promise<void> {
  const of = { scope, user_id, rev, at };
  const deleted = { rev, deleted_at: at, deleted_by: user_id, updated_at: at };
  await eraseHandovers(tx, of);
  await tx
    .updateTable('person_events')
    .set({ ...deleted, detail: '{}' })
    .where('scope', '=', scope)
    .where('person_id', '=', user_id)
    .execute();
  await tx
    .updateTable('interactions as i')
    .set({ ...deleted, note: '', phone_raw: null })
    .where(callsAbout(of))
    .execute();
  const words = { title: '—', place: '', description: '', result_note: '', cancel_reason: '', phone_used: null };
  await tx
    .updateTable('tasks as t')
    .set({ ...words, rev, updated_at: at })
    .where(tasksAbout(of))
    .execute();
  // The log keeps the first result of a reopened task.
  await sql`update task_log g set detail = g.detail - 'was' from tasks t
    where g.scope = ${scope} and t.scope = g.scope and t.id = g.task_id and ${tasksAbout(of)}
      and jsonb_exists(g.detail, 'was')`.execute(tx);
}
