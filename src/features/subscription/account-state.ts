import type { Me } from '../../../contract/entities/me.ts';
import { isEmployee } from '../../../contract/roles.ts';

export type AccountState =
  | { kind: 'employee' }
  | { kind: 'paid'; until: string | null }
  | { kind: 'ended'; until: string }
  | { kind: 'none' };

type Account = Pick<Me, 'is_staff' | 'is_manager' | 'is_superuser' | 'is_subscribed' | 'subscribed_until'>;

/** Returns the account's entitlement; the server decides about `is_subscribed`. */
export function accountState(me: Account): AccountState {
  if (isEmployee(me)) return { kind: 'employee' };
  if (me.is_subscribed) return { kind: 'paid', until: me.subscribed_until };
  return me.subscribed_until === null ? { kind: 'none' } : { kind: 'ended', until: me.subscribed_until };
}
