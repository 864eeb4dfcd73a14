import { msg } from '@lingui/core/macro';
import type { TextOverrides } from '../../components/error/error-messages.ts';

/** Texts for an invalid login link; for an expired or used one, the common texts apply. */
export const linkText: TextOverrides = {
  offline: msg`Your link is saved, but it still expires one hour after it was created.`,
  codes: { not_found: msg`This link does not work. Open it again exactly as in the message` },
};

/** Texts for an invalid link from the Telegram bot. */
export const telegramText: TextOverrides = {
  offline: msg`Telegram links expire after five minutes. When you are back online, ask the bot for a new one.`,
  codes: { not_found: msg`This link does not work. Ask the bot for a new one` },
};
