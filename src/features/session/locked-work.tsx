import { Plural, Trans } from '@lingui/react/macro';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { type ReactNode, useEffect, useState } from 'react';
import { withDevice } from '../../db/schema/with-device.ts';
import { log } from '../../lib/log.ts';
import { Banner } from '../../ui/banner.tsx';

const countLockedChanges = (): Promise<number> =>
  withDevice(async (device) => (await device.locked.toArray()).reduce((sum, { count }) => sum + count, 0));

/**
 * Shows that unsent changes of a logged-out user are stored here. It does not name the user, because others may read
 * it.
 */
export function LockedWork(): ReactNode {
  const [count, setCount] = useState(0);
  useEffect(() => {
    countLockedChanges().then(setCount, (error: unknown) => log.warn('locked work could not be counted', error));
  }, []);
  if (count === 0) return null;
  return (
    <Banner
      icon={<IconLock />}
      title={<Plural value={count} one="# locked change is stored here" other="# locked changes are stored here" />}
    >
      <Trans>They will be sent when their author logs in on this device again. No one else can read them.</Trans>
    </Banner>
  );
}
