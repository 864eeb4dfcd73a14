import { uuidv7 } from 'uuidv7';
import type { Lang } from '../../contract/fields.ts';
import { markJobAdded } from '../context.ts';
import type { Tx } from '../db/tables.ts';
import type { EmailTemplate } from '../mail/templates.ts';

/** Payload of each kind of job. Payloads are stored in the database until the job has run. */
export interface Jobs {
  /** `facts`: values of the template's placeholders. `to` null: written and not sent. */
  email: { to: string | null; language: Lang; template: EmailTemplate; facts: Record<string, string> };
  /** A password reset was requested. The job looks the account up, so that the response does not reveal it. */
  recover: { email: string };
  /** New leads are waiting. */
  assign_leads: Record<string, never>;
  erase_account: { user_id: string };
  /** Erases the account of a person removed by a manager. */
  erase_removed: { user_id: string };
  /** A notice to a person's chat with the bot, with a button that opens a page. */
  telegram_notice: { user_id: string; text: string; button: { text: string; url: string } };
  /** A message through the Telegram bot; `op_id`: the write that queued it. */
  bot_message: { id: string; op_id: string };
}

export type JobKind = keyof Jobs;

/** Queues a job in the current transaction: it runs after the commit, or never if the transaction fails. */
export async function addJob<K extends JobKind>(
  tx: Tx,
  { scope, at, run_at = at }: { scope: string; at: string; run_at?: string },
  kind: K,
  payload: Jobs[K],
): Promise<void> {
  await tx
    .insertInto('jobs')
    .values({
      scope,
      id: uuidv7(),
      kind,
      run_at,
      created_at: at,
      payload: JSON.stringify(payload),
      last_error: null,
      failed_at: null,
    })
    .execute();
  markJobAdded(tx);
}
