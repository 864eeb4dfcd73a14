import { accountCalls } from '../../contract/api-calls/accounts.ts';
import { untypedCall } from '../../contract/api-calls/define.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { sendAuthenticated, type Session } from './session.ts';

/**
 * Fetches a file with the user's token. If the token has expired, refreshes it and retries the request once. Rejects
 * like fetch.
 */
export async function authedFetch(
  session: Session,
  path: string,
  headers: Record<string, string>,
  signal: AbortSignal | null,
): Promise<Response> {
  const send = async (): Promise<Response> => {
    const token = await savedMeta(session.db, 'token');
    const authHeaders = { 'X-Device-Id': session.device_id, ...(token && { Authorization: `Bearer ${token}` }) };
    return session.ports.fetch(path, {
      headers: { ...headers, ...authHeaders },
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal,
    });
  };
  const first = await send();
  if (first.status !== 401) return first;
  // This request is sent only for its side effect: any authorised call refreshes an expired token.
  await sendAuthenticated(session, untypedCall(accountCalls, 'accounts.me'));
  return send();
}
