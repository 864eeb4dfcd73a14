import type { Deps } from '../context.ts';
import { eraseAccount, eraseRemoved } from '../features/accounts/deletion.ts';
import { recover } from '../features/accounts/recovery.ts';
import { deliver, type SendToChat } from '../features/chatbot/delivery.ts';
import { assignWaiting } from '../features/assignment/run.ts';
import type { Post } from '../mail/mailer.ts';
import { wordsOf } from '../mail/templates.ts';
import { uuidv7 } from 'uuidv7';
import type { JobHandlers } from './runner.ts';

interface House {
  post: Post;
  public_url: string;
  telegram?: () => SendToChat | null;
  /** Off: employees take their leads themselves. */
  assigns?: boolean;
}

/** What each kind of job does. */
export function jobHandlers(deps: Deps, { post, public_url, telegram, assigns = true }: House): JobHandlers {
  return {
    letter: ({ to, language, letter, facts }) => post.send({ id: uuidv7(), to, ...wordsOf(letter, language, facts) }),
    recover: ({ email }) => recover(deps, public_url, email),
    bot_message: ({ id }) => deliver(deps, telegram?.() ?? null, id),
    assign_leads: async () => {
      if (assigns) await assignWaiting(deps);
    },
    erase_account: ({ user_id }) => eraseAccount(deps, user_id),
    erase_removed: ({ user_id }) => eraseRemoved(deps, user_id),
  };
}
