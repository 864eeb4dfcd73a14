import { Bot, type Context, GrammyError, InlineKeyboard, Keyboard } from 'grammy';
import type { Deps } from '../deps.ts';
import { makeBotToken } from '../features/accounts/telegram-login.ts';
import type { DeliveryResult, SendToChat } from '../features/chatbot/delivery.ts';
import { linkChat } from '../features/chatbot/repository.ts';
import { notRemovedOrBlocked } from '../features/contacts/visible.ts';
import { textsFor } from './texts.ts';

export interface TelegramOptions {
  token: string;
  /** Base URL under which users open the product. */
  public_url: string;
  /** URL of a different server that implements the Telegram API. */
  api_root?: string;
}

export interface Telegram {
  /** Returns the URL of the chat with the bot; null until Telegram has responded for the first time. */
  address(): string | null;
  /** Sends a message to a chat that a user has started with the bot. */
  send: SendToChat;
  stop(): Promise<void>;
}

/**
 * Creates a login link for the user with this phone number; returns null if there is no such user. Also links the chat
 * to the user, so that the bot can send messages to them.
 */
async function createLoginLink(deps: Deps, public_url: string, phone: string, chat_id: string): Promise<string | null> {
  const { db, scope, clock } = deps;
  return db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users as u')
      .select('u.id')
      .where('u.scope', '=', scope)
      .where('u.phone', '=', phone)
      .where(notRemovedOrBlocked('u'))
      .executeTakeFirst();
    if (!user) return null;
    const at = clock().toISOString();
    await linkChat(tx, { scope, user_id: user.id, chat_id, at });
    const token = await makeBotToken(tx, scope, user.id, at);
    return `${public_url}/login?token=${encodeURIComponent(token)}`;
  });
}

/**
 * Whether an error is a final refusal by Telegram: the user has stopped the bot, or the chat does not exist. A wrong
 * bot token is not final.
 */
const isFinal = (error: unknown): boolean =>
  error instanceof GrammyError && (error.error_code === 400 || error.error_code === 403);

const sendText =
  (bot: Bot): SendToChat =>
  async (chat_id, text, button): Promise<DeliveryResult> => {
    try {
      const reply_markup = button && new InlineKeyboard().url(button.text, button.url);
      await bot.api.sendMessage(chat_id, text, {
        link_preview_options: { is_disabled: true },
        ...(reply_markup && { reply_markup }),
      });
      return 'delivered';
    } catch (error) {
      if (isFinal(error)) return 'refused';
      throw error;
    }
  };

async function askForPhone(ctx: Context): Promise<void> {
  const texts = textsFor(ctx.from?.language_code);
  const keyboard = new Keyboard().requestContact(texts.share).resized().oneTime();
  await ctx.reply(texts.ask, { reply_markup: keyboard });
}

/**
 * Starts the Telegram bot. Users who share their own phone number in a private chat get a login link. Shared contacts
 * of other people are ignored, because Telegram verifies only the sender's own number.
 */
export function startTelegram(deps: Deps, { token, public_url, api_root }: TelegramOptions): Telegram {
  const bot = new Bot(token, api_root === undefined ? {} : { client: { apiRoot: api_root } });
  const chat = bot.chatType('private');
  chat.on('message:contact', async (ctx) => {
    const { contact } = ctx.message;
    if (contact.user_id !== ctx.from.id) return askForPhone(ctx);
    const texts = textsFor(ctx.from.language_code);
    const url = await createLoginLink(
      deps,
      public_url,
      `+${contact.phone_number.replace(/\D/g, '')}`,
      String(ctx.chat.id),
    );
    await ctx.reply(url === null ? texts.unknown : texts.link.replace('{url}', url), {
      reply_markup: { remove_keyboard: true },
      link_preview_options: { is_disabled: true },
    });
  });
  chat.on('message', askForPhone);
  bot.catch(({ error }) => deps.log.error({ err: error }, 'the Telegram bot failed to reply'));
  const running = bot.start({ allowed_updates: ['message'] }).catch((error: unknown) => {
    deps.log.error({ err: error }, 'the Telegram bot stopped');
  });
  return {
    address: () => (bot.isInited() ? `https://t.me/${bot.botInfo.username}` : null),
    send: sendText(bot),
    stop: async () => {
      // Stopping the bot confirms the processed updates to Telegram. Without this, Telegram would send them again on
      // the next start.
      await bot
        .stop()
        .catch((error: unknown) => deps.log.warn({ err: error }, 'the Telegram bot failed to confirm its updates'));
      await running;
    },
  };
}
