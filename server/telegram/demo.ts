import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { demoAccounts } from '../demo/people.ts';
import { makeBotToken } from '../features/accounts/telegram-login.ts';
import type { SendToChat } from '../features/chatbot/delivery.ts';
import { linkChat } from '../features/chatbot/repository.ts';
import { sendRefusal } from '../http/plugins/errors.ts';

/** Path of the page that simulates Telegram in the demo. */
export const DEMO_TELEGRAM = '/demo/telegram';

const style = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 28rem; margin: 2rem auto; padding: 0 1rem }
  button { font: inherit; width: 100%; padding: .7rem; margin: .3rem 0; border: 1px solid #0b6b61; border-radius: .6rem;
    background: #fff; color: #0b6b61 }`;

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

interface DeliveredMessage {
  to: string;
  body: string;
}

const page = (
  messages: readonly DeliveredMessage[],
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>Telegram (demo)</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="${DEMO_TELEGRAM}/style.css">
</head><body><h1>Telegram simulator</h1>
<p>A real bot asks for your phone number. Here you choose an account and get the link that the bot would send.</p>
${demoAccounts
  .map(
    ({ email, first_name, last_name }) =>
      `<form method="post"><button name="email" value="${email}">${first_name} ${last_name} (${email})</button></form>`,
  )
  .join('\n')}
<h2>Messages from the bot</h2>
${messages.length === 0 ? '<p>No messages yet.</p>' : ''}
${messages.map(({ to, body }) => `<blockquote><b>${escapeText(to)}</b><br>${escapeText(body)}</blockquote>`).join('\n')}
</body></html>`;

/** Reports every message as delivered without sending it. The demo page shows the messages instead. */
export const skipSending: SendToChat = () => Promise.resolve('delivered');

function deliveredMessages({ db, scope }: Deps): Promise<DeliveredMessage[]> {
  return db
    .selectFrom('bot_messages as m')
    .innerJoin('users as u', (join) => join.onRef('u.scope', '=', 'm.scope').onRef('u.id', '=', 'm.user_id'))
    .select(['u.first_name as to', 'm.body'])
    .where('m.scope', '=', scope)
    .where('m.delivery', '=', 'delivered')
    .orderBy('m.created_at', 'desc')
    .limit(20)
    .execute();
}

/**
 * Adds the page that simulates the bot. The page lets anyone log in to any demo account, so it must be served only in
 * demo mode.
 */
export function registerDemoTelegram(app: FastifyInstance, deps: Deps): void {
  const { db, scope, clock } = deps;
  app.get(DEMO_TELEGRAM, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(await deliveredMessages(deps))),
  );
  app.get(`${DEMO_TELEGRAM}/style.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.post<{ Body: { email?: unknown } | null }>(DEMO_TELEGRAM, async (request, reply) => {
    const account = demoAccounts.find(({ email }) => email === request.body?.email);
    const user =
      account &&
      (await db
        .selectFrom('users')
        .select('id')
        .where('scope', '=', scope)
        .where('email', '=', account.email)
        .executeTakeFirst());
    if (!user) return sendRefusal(reply, { code: 'not_found' });
    const token = await db.transaction().execute(async (tx) => {
      const at = clock().toISOString();
      await linkChat(tx, { scope, user_id: user.id, chat_id: user.id, at });
      return makeBotToken(tx, scope, user.id, at);
    });
    return reply.redirect(`/login?token=${encodeURIComponent(token)}`, 303);
  });
}
