import { Bot, type Context, GrammyError, Keyboard } from 'grammy';
import type { Deps } from '../deps.ts';
import { makeBotToken } from '../features/accounts/telegram-login.ts';
import type { Sent, SendToChat } from '../features/chatbot/delivery.ts';
import { linkChat } from '../features/chatbot/repository.ts';
import { notRemovedOrBlocked } from '../features/contacts/visible.ts';
import { wordsFor } from './texts.ts';

export interface TelegramOptions {
  token: string;
  /** Where people reach the product. */
  public_url: string;
  /** Another server that speaks Telegram's protocol. */
  api_root?: string;
}

export interface Telegram {
  /** Where people talk to the bot; null until Telegram has answered once. */
  address(): string | null;
  /** Puts a text into a chat that somebody opened with the bot. */
  send: SendToChat;
  stop(): Promise<void>;
}

/**
 * A link that logs in whoever has this number; null when nobody has. Who asks for it can be written to in that chat from
 * then on.
 */
async function linkFor(deps: Deps, public_url: string, phone: string, chat_id: string): Promise<string | null> {
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

/** Telegram's own no: the person stopped the bot, or there is no such chat. A wrong token is ours to put right. */
const isFinal = (error: unknown): boolean =>
  error instanceof GrammyError && (error.error_code === 400 || error.error_code === 403);

async function put(bot: Bot, chat_id: string, text: string): Promise<Sent> {
  try {
    await bot.api.sendMessage(chat_id, text, { link_preview_options: { is_disabled: true } });
    return 'delivered';
  } catch (error) {
    if (isFinal(error)) return 'refused';
    throw error;
  }
}

async function ask(ctx: Context): Promise<void> {
  const words = wordsFor(ctx.from?.language_code);
  const keyboard = new Keyboard().requestContact(words.share).resized().oneTime();
  await ctx.reply(words.ask, { reply_markup: keyboard });
}

/**
 * The Telegram bot of this installation: whoever shares the own number in a private chat gets a link that logs in.
 * Telegram vouches for the number only when it is the sender's own; others are not looked up.
 */
export function startTelegram(deps: Deps, { token, public_url, api_root }: TelegramOptions): Telegram {
  const bot = new Bot(token, api_root === undefined ? {} : { client: { apiRoot: api_root } });
  const chat = bot.chatType('private');
  chat.on('message:contact', async (ctx) => {
    const { contact } = ctx.message;
    if (contact.user_id !== ctx.from.id) return ask(ctx);
    const words = wordsFor(ctx.from.language_code);
    const url = await linkFor(deps, public_url, `+${contact.phone_number.replace(/\D/g, '')}`, String(ctx.chat.id));
    await ctx.reply(url === null ? words.unknown : words.link.replace('{url}', url), {
      reply_markup: { remove_keyboard: true },
      link_preview_options: { is_disabled: true },
    });
  });
  chat.on('message', ask);
  bot.catch(({ error }) => deps.log.error({ err: error }, 'the Telegram bot could not answer'));
  const running = bot.start({ allowed_updates: ['message'] }).catch((error: unknown) => {
    deps.log.error({ err: error }, 'the Telegram bot stopped');
  });
  return {
    address: () => (bot.isInited() ? `https://t.me/${bot.botInfo.username}` : null),
    send: (chat_id, text) => put(bot, chat_id, text),
    stop: async () => {
      // The last thing it does is to say what it has seen; unsaid, it is told once more at the next start.
      await bot.stop().catch((error: unknown) => deps.log.warn({ err: error }, 'Telegram did not hear the end'));
      await running;
    },
  };
}
