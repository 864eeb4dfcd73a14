import type { Call } from '../../contract/api-calls/define.ts';
import { z } from '../../contract/zod.ts';
import type { PaymentUrl } from '../../src/bridge/results.ts';
import { parseReply } from './account.ts';
import { findClosedGate } from './gates.ts';
import type { RequestOptions } from './http.ts';
import { sendAuthenticated, type Session } from './session.ts';

/** Requests the URL of a payment page. The URL is empty if the payment provider fails. */
export async function requestPaymentUrl(session: Session, call: Call, options: RequestOptions): Promise<PaymentUrl> {
  if (await findClosedGate(session)) return { ok: false, why: 'no_answer' };
  const parsed = parseReply(await sendAuthenticated(session, call, options), z.string());
  return parsed.ok ? { ok: true, url: parsed.body } : parsed;
}
