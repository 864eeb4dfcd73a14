import { sql } from 'kysely';
import type { Erasure } from '../../handlers.ts';

/** SQL for the ids of the contacts in the user's address book. Records about these contacts are also erased. */
const addressBook = ({ scope, user_id }: Erasure) =>
  sql<string>`(select b.id from contacts b where b.scope = ${scope} and b.owner_id = ${user_id})`;

/**
 * SQL condition for tasks that are about the user: tasks with the user, tasks with contacts in the user's address book,
 * and the user's own tasks that are linked to no one.
 */
const tasksAbout = (of: Erasure) => sql<boolean>`(t.scope = ${of.scope} and (t.linked_user_id = ${of.user_id}
  or t.contact_id in ${addressBook(of)} or (t.linked_user_id is null and t.contact_id is null and t.assignee_id = ${of.user_id})))`;

/**
 * SQL condition for interactions with the user or with contacts in the user's address book, and for interactions that
 * the user logged.
 */
const interactionsAbout = (of: Erasure) =>
  sql<boolean>`(i.scope = ${of.scope} and (${of.user_id} in (i.user_id, i.author_id) or i.contact_id in ${addressBook(of)}))`;

/** Erases the contents of handovers about the user, no matter to which record they refer. */
export async function eraseHandovers(of: Erasure): Promise<void> {
  const { tx, scope, user_id, rev, at } = of;
  await sql`update handovers h set title = '—', args = '{}', sent = null, rev = ${rev}::bigint, updated_at = ${at}, deleted_at = ${at},
      deleted_by = ${user_id}
    where h.scope = ${scope} and (h.entity_id = ${user_id}
      or ${user_id} in (h.args->>'person_id', h.args->>'user_id', h.args->>'linked_user_id')
      or h.entity_id in ${addressBook(of)} or h.args->>'contact_id' in ${addressBook(of)}
      or (h.entity = 'contacts' and h.from_id = ${user_id})
      or h.entity_id in (select t.id from tasks t where ${tasksAbout(of)})
      or h.entity_id in (select i.id from interactions i where ${interactionsAbout(of)})
      or h.entity_id in (select q.id from tickets q where q.scope = ${scope} and q.author_id = ${user_id}))`.execute(
    tx,
  );
}

const tombstone = ({ user_id, rev, at }: Erasure) => ({ rev, deleted_at: at, deleted_by: user_id, updated_at: at });

/** Deletes the timeline of the user, including its contents. */
export async function erasePersonEvents(of: Erasure): Promise<void> {
  await of.tx
    .updateTable('person_events')
    .set({ ...tombstone(of), detail: '{}' })
    .where('scope', '=', of.scope)
    .where('person_id', '=', of.user_id)
    .execute();
}

/** Deletes interactions with the user, and interactions logged by the user, including notes and phone numbers. */
export async function eraseInteractions(of: Erasure): Promise<void> {
  await of.tx
    .updateTable('interactions as i')
    .set({ ...tombstone(of), note: '', phone_raw: null })
    .where(interactionsAbout(of))
    .execute();
}

/** Erases the text fields of tasks about the user. The tasks themselves are kept as a record of the work. */
export async function eraseTasks(of: Erasure): Promise<void> {
  const { tx, scope, rev, at } = of;
  const erased = { title: '—', place: '', description: '', result_note: '', cancel_reason: '', phone_used: null };
  await tx
    .updateTable('tasks as t')
    .set({ ...erased, rev, updated_at: at })
    .where(tasksAbout(of))
    .execute();
  // The log of a reopened task contains its earlier result, so erase this result as well.
  await sql`update task_log g set detail = g.detail - 'was' from tasks t
    where g.scope = ${scope} and t.scope = g.scope and t.id = g.task_id and ${tasksAbout(of)}
      and jsonb_exists(g.detail, 'was')`.execute(tx);
}
