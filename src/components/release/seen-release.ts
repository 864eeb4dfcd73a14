import { savedDeviceValue, saveDeviceValue } from '../../db/schema/device.ts';
import { APP_VERSION } from '../../lib/app-version.ts';
import { withDevice } from '../../db/schema/with-device.ts';
import { compareVersions } from './releases.ts';

/**
 * Returns whether the app was updated on this device since the last call. Returns false at the first visit, because all
 * features are new then.
 */
export const noticeUpdate = (): Promise<boolean> =>
  withDevice((device) =>
    device.transaction('rw', device.values, async () => {
      const seen = await savedDeviceValue(device, 'seen_release');
      await saveDeviceValue(device, 'seen_release', { noticed: APP_VERSION, read: seen?.read ?? APP_VERSION });
      return seen !== undefined && compareVersions(APP_VERSION, seen.noticed) > 0;
    }),
  );

/** Returns the version whose notes were last read on this device, and marks those of the current version as read. */
export const markNotesRead = (): Promise<string> =>
  withDevice((device) =>
    device.transaction('rw', device.values, async () => {
      const seen = await savedDeviceValue(device, 'seen_release');
      await saveDeviceValue(device, 'seen_release', { noticed: APP_VERSION, read: APP_VERSION });
      return seen?.read ?? APP_VERSION;
    }),
  );
