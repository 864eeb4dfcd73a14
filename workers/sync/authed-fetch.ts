import { accountCalls } from '../../contract/calls/accounts.ts';
import { callIn } from '../../contract/calls/define.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { request, type Session } from './session.ts';

/** Asks for a file in this person's name. A token that ran out is exchanged once. Throws as fetch does. */
export async function authedFetch(
  session: Session,
  path: string,
  headers: Record<string, string>,
  signal: AbortSignal | null,
): Promise<Response> {
  const send = async (): Promise<Response> => {
    const token = await savedMeta(session.db, 'token');
    const own = { 'X-Device-Id': session.device_id, ...(token && { Authorization: `Bearer ${token}` }) };
    return session.ports.fetch(path, {
      headers: { ...headers, ...own },
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal,
    });
  };
  const first = await send();
  if (first.status !== 401) return first;
  // Any call of mine sees to a new token.
  await request(session, callIn(accountCalls, 'accounts.me'));
  return send();
}
