import { LAST_SCREEN_PREFIX, type SavedScreen } from '../../lib/last-screen.ts';
import type { PhoneDb } from '../schema/db.ts';
import { savedMetas } from '../schema/meta.ts';

/** Stores a screen for the next start, unless the login is no longer valid. See: [Note: Last screen] */
export async function saveLastScreen(db: PhoneDb, path: string, screen: SavedScreen): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const { status, token } = await savedMetas(db, 'status', 'token');
    if (!token || status?.shut || status?.gates?.auth || status?.gates?.blocked) return;
    await db.meta.put({ key: LAST_SCREEN_PREFIX + path, value: screen });
  });
}

/** Deletes the stored screens, because they may contain a record that was deleted or that the user may no longer see. */
export async function clearLastScreens(db: PhoneDb): Promise<void> {
  await db.meta.where(':id').startsWith(LAST_SCREEN_PREFIX).delete();
}
