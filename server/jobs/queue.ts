import { uuidv7 } from 'uuidv7';
import type { Lang } from '../../contract/fields.ts';
import { markJobAdded } from '../context.ts';
import type { Tx } from '../db/tables.ts';
import type { EmailTemplate } from '../mail/templates.ts';

/** Payload of each kind of job. Payloads are stored in the database until the job has run. */
export interface Jobs {
  /**
   * `facts` contains the values of the placeholders in the template. If `to` is null, the email is rendered but not
   * sent.
   */
  email: { to: string | null; language: Lang; template: EmailTemplate; facts: Record<string, string> };
  /**
   * A password reset was requested. The account is looked up by the job, so that the timing of the response does not
   * reveal whether the account exists.
   */
  recover: { email: string };
  /** New leads are waiting to be assigned. */
  assign_leads: Record<string, never>;
  erase_account: { user_id: string };
  /** Erases the account of a person who was removed by a manager. */
  erase_removed: { user_id: string };
  /** A notice sent to a user's chat with the bot, with a button that opens a page. */
  telegram_notice: { user_id: string; text: string; button: { text: string; url: string } };
  /** A message to be sent through the Telegram bot. `op_id` identifies the write that queued it. */
  bot_message: { id: string; op_id: string };
  /** Refunds a payment at the provider. */
  refund_payment: { intent_id: string };
  /** Closes the payment page of an intent that was replaced by a newer intent. */
  close_payment_page: { intent_id: string };
  /** Fetches from the provider the payment method that was saved with a payment. */
  save_payment_method: { intent_id: string };
  /** Scales and encodes the images of a landing page that was published. */
  landing_images: { flow_id: string; number: number };
  /** Ends a view that has expired. */
  end_view: { id: string };
  /** Runs the next batch of an import, which starts with the row `from`. */
  import_users: { id: string; from: number };
  /** Runs the next batch of the undo of an import. */
  undo_import: { id: string; from: number };
  /** Sends a push message about a notification to one device. */
  push: { notification_id: string; device_id: string };
  /** Reports a demo payment some time after it was made. */
  demo_payment: { id: string };
}

export type JobKind = keyof Jobs;

/**
 * Queues a job in the current transaction. The job runs after the commit; if the transaction fails, the job never runs.
 */
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
