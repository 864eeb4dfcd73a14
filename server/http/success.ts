import type { FastifyRequest } from 'fastify';
import type { Call } from '../../contract/api-calls/define.ts';
import { callNamed } from '../../contract/api-calls/index.ts';
import type { Lang } from '../../contract/fields.ts';
import { z } from '../../contract/zod.ts';
import { languageOf } from './language.ts';
import { loadTexts } from './texts.ts';

/** Returns the schema of a response, including the success text if the call has one. */
export const replySchema = ({ reply, success }: Call): z.ZodMiniType =>
  success ? z.extend(reply as z.ZodMiniObject, { message: z.string() }) : reply;

/** Calls whose body sets the language of the account. */
const languageSetters = new Set<Call>(
  (['accounts.register', 'accounts.update_me', 'accounts.set_language'] as const).map(callNamed),
);

/** Returns the language of the account, which may have been changed by the call itself. */
function languageAfter(call: Call, request: FastifyRequest): Lang {
  const { language } = (request.body ?? {}) as { language?: Lang };
  return languageSetters.has(call) && language !== undefined ? language : languageOf(request);
}

/** Adds the success text to the response of a call that has one. */
export function withSuccess(call: Call, request: FastifyRequest, reply: unknown): unknown {
  const { success } = call;
  if (!success) return reply;
  const code = typeof success === 'string' ? success : success.of(request.body, reply);
  return { ...(reply as object), message: loadTexts()[languageAfter(call, request)].successes[code] };
}
