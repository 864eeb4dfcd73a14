import type { Args } from '../../../contract/writes/index.ts';
import { type ChosenPhoto, toSentPhoto } from '../../components/media/prepare-photo.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';

/** Queues a changed setting of the account, which is already applied on this device. */
export async function saveSettings(store: Store, change: Args<'settings.update'>): Promise<string> {
  return store.write({ kind: 'settings.update', id: store.actor.user_id, args: change });
}

/** Queues changed fields of the profile. Throws the same errors as enqueue. */
export function saveProfile(store: Store, change: Args<'me.update'>): Promise<string> {
  return store.write({ kind: 'me.update', id: store.actor.user_id, args: change });
}

/** Queues a new avatar, or the removal of the avatar. */
export function saveAvatar(store: Store, photo: ChosenPhoto | null): Promise<string> {
  return store.write({
    kind: 'me.avatar',
    id: store.actor.user_id,
    args: { photo: photo && toSentPhoto(photo), at: iso(store.now()) },
    ...(photo && { files: [photo] }),
  });
}
