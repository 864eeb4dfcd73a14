import { Trans } from '@lingui/react/macro';
import { type ReactElement, useEffect, useState } from 'react';
import { sync } from '../../bridge/sync.ts';
import { log } from '../../lib/log.ts';
import { TextButton } from '../../ui/button.tsx';

/** Whether a link leads to the Telegram bot or to the demo page that simulates it. */
const isBotLink = (link: string): boolean => link.startsWith('https://t.me/') || link === '/demo/telegram';

/** A link to the Telegram bot; hidden if the installation has no bot, disabled while offline. */
export function TelegramLink(): ReactElement | null {
  const [place, setPlace] = useState<string | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    sync
      .account('telegramLink')
      .then((result) => {
        if (!isUnmounted && result.ok && result.link !== null && isBotLink(result.link)) setPlace(result.link);
      })
      .catch((error: unknown) => log.warn('whether there is a bot is not known', error));
    return () => {
      isUnmounted = true;
    };
  }, []);
  if (place === null) return null;
  return (
    <TextButton onPress={() => location.assign(place)}>
      <Trans>Log in with Telegram</Trans>
    </TextButton>
  );
}
