import type { User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { addJob } from '../../jobs/queue.ts';
import type { LetterName } from '../../mail/templates.ts';

/** Promises a letter to a person, to an address given or to his own; somebody without one gets none. */
export async function writeLetter(
  { tx, scope, received_at: at }: Pick<HandlerContext, 'tx' | 'scope' | 'received_at'>,
  user: Pick<User, 'email' | 'first_name' | 'language'>,
  letter: LetterName,
  facts: Record<string, string> = {},
  to: string | null = user.email,
): Promise<void> {
  if (to === null) return;
  const { language, first_name } = user;
  await addJob(tx, { scope, at }, 'letter', { to, language, letter, facts: { name: first_name, ...facts } });
}

/** An address of ours, as it stands in a letter. */
export const placeOf = (public_url: string, path: string): string => new URL(path, public_url).href;
