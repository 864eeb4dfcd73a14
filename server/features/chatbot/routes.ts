import { uuidv7 } from 'uuidv7';
import type { CallHandlers } from '../../handlers.ts';
import { sendMessage } from './writes.ts';

export const chatbotRoutes: Pick<CallHandlers, 'chatbot.send'> = {
  'chatbot.send': async (context, { body: { id = uuidv7(), user_id, text } }) => {
    const { received_at: sent_at, request } = context;
    await sendMessage(context, { id, user_id, text, op_id: request.key, at: sent_at });
    return { id, delivery: 'queued', sent_at };
  },
};
