import type { Me } from '../../../contract/entities/me.ts';
import { isManager } from '../../../contract/roles.ts';
import type { Actor } from './view.ts';

/** Returns the actor on whose behalf this device makes optimistic writes. */
export function actorOf(me: Me, device_id: string): Actor {
  return {
    user_id: me.id,
    first_name: me.first_name,
    user_name: `${me.first_name} ${me.last_name}`.trim(),
    device_id,
    is_manager: isManager(me),
  };
}
