import type { Args } from '../../../contract/writes/index.ts';
import type { ChosenPhoto } from '../../components/media/prepare-photo.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';

/** Queues a change of the account's settings, already applied on this device. */
export async function saveSettings(store: Store, change: Args<'settings.update'>): Promise<void> {
  await store.write({ kind: 'settings.update', id: store.actor.user_id, args: change });
}

/** Queues changed profile fields. Throws the same errors as enqueue. */
export function saveProfile(store: Store, change: Args<'me.update'>): Promise<string> {
  return store.write({ kind: 'me.update', id: store.actor.user_id, args: change });
}

/** Queues a new avatar, or its removal. */
export function saveAvatar(store: Store, photo: ChosenPhoto | null): Promise<string> {
  const file = photo && { sha256: photo.sha256, mime: photo.mime, bytes: photo.data.byteLength };
  return store.write({
    kind: 'me.avatar',
    id: store.actor.user_id,
    args: { photo: file, at: iso(store.now()) },
    ...(photo && { files: [{ sha256: photo.sha256, mime: photo.mime, data: photo.data }] }),
  });
}
