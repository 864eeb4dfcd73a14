import type { Deps } from '../deps.ts';
import { eraseAccount, eraseRemoved } from '../features/accounts/deletion.ts';
import { sendRecoveryLink } from '../features/accounts/recovery.ts';
import { deliverMessage, deliverNotice, type SendToChat } from '../features/chatbot/delivery.ts';
import { assignWaitingLeads } from '../features/assignment/run.ts';
import { endExpiredView } from '../features/view-as/end.ts';
import { importBatch } from '../features/imports/run.ts';
import { undoBatch } from '../features/imports/undo.ts';
import { encodeImages } from '../landing/pages/encode-images.ts';
import type { Mailer } from '../mail/mailer.ts';
import { renderEmail } from '../mail/templates.ts';
import { uuidv7 } from 'uuidv7';
import { payDemoPayment, type DemoWebhooks } from '../features/payments/demo-provider.ts';
import { closePaymentPage, refundPayment, savePaymentMethod, type Payments } from '../features/payments/payments.ts';
import { sendPush, type Push } from '../features/push/send.ts';
import type { JobHandlers } from './runner.ts';

interface JobDependencies {
  mailer: Mailer;
  public_url: string;
  telegram?: () => SendToChat | null;
  /** Absent if there is no payment provider. */
  payments?: Payments | undefined;
  demo_webhooks?: DemoWebhooks | undefined;
  /** Absent where no push messages are sent. */
  push?: Push;
  /** If false, leads are not assigned automatically; employees claim them. */
  assigns?: boolean;
}

/** Throws if the payment provider was removed from the configuration; the job is then retried later. */
function requireConfigured<T>(configured: T | undefined): T {
  if (configured === undefined) throw new Error('there is no payment provider');
  return configured;
}

/** Creates the handlers of all kinds of jobs. */
export function jobHandlers(
  deps: Deps,
  { mailer, public_url, telegram, payments, demo_webhooks, push, assigns = true }: JobDependencies,
): JobHandlers {
  return {
    email: async ({ to, language, template, facts }) => {
      const text = renderEmail(template, language, facts);
      if (to !== null) await mailer.send({ id: uuidv7(), to, ...text });
    },
    recover: ({ email }) => sendRecoveryLink(deps, public_url, email),
    bot_message: ({ id }) => deliverMessage(deps, telegram?.() ?? null, id),
    telegram_notice: (notice) => deliverNotice(deps, telegram?.() ?? null, notice),
    assign_leads: async () => {
      if (assigns) await assignWaitingLeads(deps);
    },
    erase_account: ({ user_id }) => eraseAccount(deps, user_id),
    erase_removed: ({ user_id }) => eraseRemoved(deps, user_id),
    refund_payment: ({ intent_id }) => refundPayment(requireConfigured(payments), intent_id),
    close_payment_page: ({ intent_id }) => closePaymentPage(requireConfigured(payments), intent_id),
    save_payment_method: ({ intent_id }) => savePaymentMethod(requireConfigured(payments), intent_id),
    landing_images: ({ flow_id, number }) => encodeImages(deps, flow_id, number),
    end_view: ({ id }) => endExpiredView(deps, id),
    import_users: ({ id, from }) => importBatch(deps, id, from, public_url),
    undo_import: ({ id, from }) => undoBatch(deps, id, from),
    push: async (message) => {
      if (push) await sendPush(deps, push, message);
    },
    demo_payment: ({ id }) => payDemoPayment(requireConfigured(demo_webhooks), id),
  };
}
