import type { NotifiedChannel } from '../../../contract/api-calls/registration.ts';
import type { User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { addJob } from '../../jobs/queue.ts';
import { renderEmail, stopLinkLabel, type EmailTemplate } from '../../mail/templates.ts';
import { sendEmail } from './emails.ts';

type Context = Pick<HandlerContext, 'tx' | 'scope' | 'received_at'>;

/**
 * Masks an email address as `a***@example.org`: the owner recognises the address, but other people cannot derive it.
 */
export const maskEmail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1***');

/** Returns the channels through which a person can be notified: email, Telegram, both or none. */
export async function channelsOf({ tx, scope }: Context, { id, email }: User): Promise<NotifiedChannel[]> {
  const chat = await tx
    .selectFrom('telegram_chats')
    .select('chat_id')
    .where('scope', '=', scope)
    .where('user_id', '=', id)
    .executeTakeFirst();
  return [
    ...(email === null ? [] : [{ via: 'email' as const, to: maskEmail(email) }]),
    ...(chat ? [{ via: 'telegram' as const, to: '' }] : []),
  ];
}

/**
 * Notifies a person of a login link on every channel. Each notice contains a link with which the person can revoke the
 * login link.
 */
export async function notifyMember(
  context: Context,
  user: User,
  channels: readonly NotifiedChannel[],
  { template, facts }: { template: EmailTemplate; facts: { by: string; stop_url: string; url?: string } },
): Promise<void> {
  const { tx, scope, received_at: at } = context;
  for (const { via } of channels) {
    if (via === 'email') await sendEmail(context, user, template, facts);
    else {
      const { text } = renderEmail(template, user.language, { name: user.first_name, ...facts });
      const button = { text: stopLinkLabel[user.language], url: facts.stop_url };
      await addJob(tx, { scope, at }, 'telegram_notice', { user_id: user.id, text, button });
    }
  }
}
