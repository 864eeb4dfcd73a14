import { Trans } from '@lingui/react/macro';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare2.mjs';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { promptInstall, installPrompt, onInstallPrompt } from '../../lib/install.ts';
import { log } from '../../lib/log.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

const COOKIE = 'haversack_install';
const DISMISSED_FOR_S = 90 * 86_400;

/**
 * Matches the user agents of browsers other than Safari, and of in-app browsers, on an iPhone. They cannot add a page
 * to the home screen.
 */
const OTHER_IPHONE_BROWSERS =
  /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|YaBrowser|DuckDuckGo|GSA|FBAN|FBAV|Instagram|Telegram|Line\//;

/** Whether this page runs in a tab of Safari on an iPhone, not as an app from the home screen. */
function isSafariTab(): boolean {
  const { userAgent } = navigator;
  const isApple = /iPhone|iPod/.test(userAgent) && /Version\/\S+.*Safari\//.test(userAgent);
  const isInstalled = (navigator as { standalone?: boolean }).standalone === true;
  return (
    isApple &&
    !OTHER_IPHONE_BROWSERS.test(userAgent) &&
    !isInstalled &&
    !matchMedia('(display-mode: standalone)').matches
  );
}

const isDismissed = (): boolean => document.cookie.split('; ').includes(`${COOKIE}=later`);

function dismiss(): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${COOKIE}=later; Max-Age=${DISMISSED_FOR_S}; Path=/; SameSite=Lax${secure}`;
}

function InstallButton(): ReactNode {
  const press = (): void =>
    void promptInstall().catch((error: unknown) => log.warn('the app was not installed', error));
  return (
    <Button variant="soft" wide icon={<IconDownload aria-hidden="true" />} onPress={press}>
      <Trans>Install the app</Trans>
    </Button>
  );
}

interface InstallHintProps {
  /** Whether to show the steps even if the user has dismissed the hint on another screen. */
  isPermanent?: boolean;
}

/** Shows how to install the app: a button if the browser supports it, otherwise the steps for an iPhone. */
export function InstallHint({ isPermanent = false }: InstallHintProps): ReactNode {
  const prompt = useSyncExternalStore(onInstallPrompt, installPrompt, installPrompt);
  return prompt ? <InstallButton /> : <SafariHint isPermanent={isPermanent} />;
}

/** Shows the steps for an iPhone, which has no install button. A dismissed hint stays hidden for 90 days. */
function SafariHint({ isPermanent }: Required<InstallHintProps>): ReactNode {
  const [isShown, setShown] = useState(() => isSafariTab() && (isPermanent || !isDismissed()));
  if (!isShown) return null;
  const close = (): void => {
    dismiss();
    setShown(false);
  };
  return (
    <Banner icon={<IconShare />} title={<Trans>Add to home screen</Trans>} {...(!isPermanent && { onClose: close })}>
      <Trans>
        Tap Share in Safari, then “Add to Home Screen”. The app then opens offline. Log in there again, because it keeps
        its own data.
      </Trans>
    </Banner>
  );
}
