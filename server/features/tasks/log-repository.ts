import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { RowsContext } from '../../handlers.ts';
import { personName } from '../contacts/person.ts';

export interface LogLine {
  task_id: string;
  command: string;
  claimed_at: string;
  corrected_at: string;
  received_at: string;
  detail: Record<string, unknown>;
}

/**
 * Adds lines to the task log: the user, the command, and the time by the clock of the device and by the clock of the
 * server.
 */
export async function logCommand({ tx, caller }: RowsContext, lines: readonly LogLine[]): Promise<void> {
  const rows = lines.map(({ detail, ...line }) => ({
    ...line,
    scope: caller.scope,
    id: uuidv7(),
    actor_id: caller.user_id,
    detail: JSON.stringify(detail),
  }));
  if (rows.length > 0) await tx.insertInto('task_log').values(rows).execute();
}

/**
 * Returns the user who last changed a field and the time of the change; null if the field has not changed since the
 * task was created.
 */
export async function readLastFieldChange(
  { tx, caller }: RowsContext,
  task_id: string,
  field: string,
): Promise<{ name: string; at: string } | null> {
  const row = await tx
    .selectFrom('task_log as g')
    .innerJoin('users as u', (join) => join.onRef('u.scope', '=', 'g.scope').onRef('u.id', '=', 'g.actor_id'))
    .select([personName('u').as('name'), 'g.received_at as at'])
    .where('g.scope', '=', caller.scope)
    .where('g.task_id', '=', task_id)
    .where(sql<boolean>`jsonb_exists(g.detail -> 'fields', ${field})`)
    .orderBy('g.received_at', 'desc')
    .orderBy('g.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
