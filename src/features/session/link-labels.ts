import { msg } from '@lingui/core/macro';
import type { TextOverrides } from '../../components/error/error-messages.ts';

/** What may be wrong with a link that lets somebody in; expired and used ones have their usual words. */
export const linkWords: TextOverrides = {
  offline: msg`The link is kept. The clock is running all the same: a link works for an hour after it was made.`,
  codes: { not_found: msg`This link is wrong. Please, open it again as it stands in the message` },
};

/** The same for one of the Telegram bot. */
export const botWords: TextOverrides = {
  offline: msg`A link from Telegram works for five minutes. Please, ask the bot for a new one when the network is back.`,
  codes: { not_found: msg`This link is wrong. Please, ask the bot for a new one` },
};
