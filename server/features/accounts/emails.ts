import type { User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { addJob } from '../../jobs/queue.ts';
import type { EmailTemplate } from '../../mail/templates.ts';

/** Queues an email to `to`, which defaults to the user's address. Does nothing if there is no address. */
export async function sendEmail(
  { tx, scope, received_at: at }: Pick<HandlerContext, 'tx' | 'scope' | 'received_at'>,
  user: Pick<User, 'email' | 'first_name' | 'language'>,
  template: EmailTemplate,
  values: Record<string, string> = {},
  to: string | null = user.email,
): Promise<void> {
  if (to === null) return;
  const { language, first_name } = user;
  await addJob(tx, { scope, at }, 'email', { to, language, template, facts: { name: first_name, ...values } });
}

/** Returns the absolute URL of a page of the product, for use in emails. */
export const absoluteUrl = (public_url: string, path: string): string => new URL(path, public_url).href;

/** Returns an instant as a date for emails. */
export const emailDate = (instant: string, { language, time_zone }: Pick<User, 'language' | 'time_zone'>): string =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: time_zone }).format(new Date(instant));
