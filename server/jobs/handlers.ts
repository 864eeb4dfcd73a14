import type { Deps } from '../deps.ts';
import { eraseAccount, eraseRemoved } from '../features/accounts/deletion.ts';
import { recover } from '../features/accounts/recovery.ts';
import { deliver, deliverNotice, type SendToChat } from '../features/chatbot/delivery.ts';
import { assignWaiting } from '../features/assignment/run.ts';
import type { Mailer } from '../mail/mailer.ts';
import { emailText } from '../mail/templates.ts';
import { uuidv7 } from 'uuidv7';
import type { JobHandlers } from './runner.ts';

interface JobDependencies {
  mailer: Mailer;
  public_url: string;
  telegram?: () => SendToChat | null;
  /** If false, leads are not assigned automatically; employees take them. */
  assigns?: boolean;
}

/** The handler of each kind of job. */
export function jobHandlers(
  deps: Deps,
  { mailer, public_url, telegram, assigns = true }: JobDependencies,
): JobHandlers {
  return {
    email: async ({ to, language, template, facts }) => {
      const text = emailText(template, language, facts);
      if (to !== null) await mailer.send({ id: uuidv7(), to, ...text });
    },
    recover: ({ email }) => recover(deps, public_url, email),
    bot_message: ({ id }) => deliver(deps, telegram?.() ?? null, id),
    telegram_notice: (notice) => deliverNotice(deps, telegram?.() ?? null, notice),
    assign_leads: async () => {
      if (assigns) await assignWaiting(deps);
    },
    erase_account: ({ user_id }) => eraseAccount(deps, user_id),
    erase_removed: ({ user_id }) => eraseRemoved(deps, user_id),
  };
}
