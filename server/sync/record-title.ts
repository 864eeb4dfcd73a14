import type { EntityName } from '../../contract/entities/stores.ts';
import type { RowsContext } from '../handlers.ts';
import { personNameById } from '../features/contacts/person.ts';

const textIn = (args: Record<string, unknown>, key: string): string | null => {
  const value = args[key];
  return typeof value === 'string' ? value : null;
};

async function taskTitle({ tx, caller }: RowsContext, id: string): Promise<string> {
  const row = await tx
    .selectFrom('tasks')
    .select('title')
    .where('scope', '=', caller.scope)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.title ?? '';
}

async function contactName({ tx, caller }: RowsContext, id: string): Promise<string> {
  const row = await tx
    .selectFrom('contacts')
    .select(['first_name', 'last_name'])
    .where('scope', '=', caller.scope)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? `${row.first_name} ${row.last_name}`.trim() : '';
}

/**
 * Returns a short title of the record that a write changes, for the recipient of a handover; empty if there is none.
 */
export async function recordTitle(
  context: RowsContext,
  entity: EntityName,
  id: string,
  args: Record<string, unknown>,
): Promise<string> {
  if (entity === 'tasks') return taskTitle(context, id);
  if (entity === 'contacts') return contactName(context, id);
  const contact_id = textIn(args, 'contact_id');
  if (contact_id !== null) return contactName(context, contact_id);
  const user_id = entity === 'people' ? id : (textIn(args, 'user_id') ?? textIn(args, 'person_id'));
  return (await personNameById(context, user_id)) ?? '';
}
