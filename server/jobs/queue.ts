import { uuidv7 } from 'uuidv7';
import type { Lang } from '../../contract/fields.ts';
import { noteJob } from '../context.ts';
import type { Tx } from '../db/tables.ts';
import type { LetterName } from '../mail/templates.ts';

/** What work there is, and what it must know. Payloads lie in the database until they are done. */
export interface Jobs {
  /** A letter, with the facts its words name. */
  letter: { to: string; language: Lang; letter: LetterName; facts: Record<string, string> };
  /** Somebody asked for a new password. Whether there is such an account is found out here, not in the answer. */
  recover: { email: string };
  /** Somebody new waits. */
  assign_leads: Record<string, never>;
  erase_account: { user_id: string };
  /** Somebody whom a manager removed. */
  erase_removed: { user_id: string };
  /** Through the Telegram bot; `op_id` names the write that promised it. */
  bot_message: { id: string; op_id: string };
}

export type JobKind = keyof Jobs;

/** Promises work in the transaction that is the reason for it; it is done after the commit, or not at all. */
export async function addJob<K extends JobKind>(
  tx: Tx,
  { scope, at, run_at = at }: { scope: string; at: string; run_at?: string },
  kind: K,
  payload: Jobs[K],
): Promise<void> {
  await tx
    .insertInto('jobs')
    .values({
      ...{ scope, id: uuidv7(), kind, run_at, created_at: at },
      ...{ payload: JSON.stringify(payload), last_error: null, failed_at: null },
    })
    .execute();
  noteJob(tx);
}
