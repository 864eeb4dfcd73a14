import { uuidv7 } from 'uuidv7';
import { addAuditEntry } from '../../audit.ts';
import type { User } from '../../db/tables.ts';
import type { HandlerContext, RequestFacts } from '../../handlers.ts';
import { registerDevice } from './devices.ts';
import { createAccessToken, setRefreshCookie, isFromProductPage, type Auth } from './sessions.ts';
import { rememberStaffDevice } from './staff-device.ts';

/** Login method as recorded in the audit log. */
export type LoginMethod = 'login' | 'register' | 'login_by_bot' | 'login_by_link';

type Context = Pick<HandlerContext, 'tx' | 'scope' | 'received_at'>;

/**
 * Opens a session: registers the device, sets the cookies if the client is a page of the product, and writes the audit
 * entry.
 */
export async function openSession(
  { tx, scope, received_at: at }: Context,
  auth: Auth,
  user: Pick<User, 'id' | 'token_version' | 'is_staff' | 'is_manager' | 'is_superuser'>,
  request: RequestFacts,
  method: LoginMethod,
): Promise<{ token: string; family_id: string }> {
  const family_id = uuidv7();
  if (request.device_id) await registerDevice(tx, scope, user.id, request.device_id, request.header('user-agent'));
  if (isFromProductPage(request)) {
    await setRefreshCookie(tx, request, { scope, user_id: user.id, family_id }, at);
    rememberStaffDevice(request, user, at);
    auth.devices.set(request, user.id);
  }
  await addAuditEntry(tx, { scope, at, action: method, actor_id: user.id, ip: request.ip, request_id: request.id });
  return { token: await createAccessToken(auth, request, scope, user, family_id), family_id };
}
