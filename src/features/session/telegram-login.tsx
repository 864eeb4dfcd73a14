import { Trans, useLingui } from '@lingui/react/macro';
import IconBrandTelegram from '@tabler/icons-react/dist/esm/icons/IconBrandTelegram.mjs';
import { type ReactElement, useState } from 'react';
import type { Failure } from '../../bridge/results.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { discardToken } from '../../lib/url-secrets.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { telegramText } from './link-labels.ts';
import { useCompleteLogin } from './use-complete-login.ts';

/**
 * Shown after a link from the Telegram bot was opened. Opening the URL does not log in; only a tap does, because a link
 * from someone else could log the user in to a different account.
 */
export function TelegramLogin({ token }: { token: string }): ReactElement {
  const { t } = useLingui();
  const [loginFailure, setLoginFailure] = useState<Failure | null>(null);
  const { isPending, completeLogin } = useCompleteLogin();
  const logIn = async (): Promise<void> => {
    setLoginFailure(null);
    const failure = await completeLogin(() => sync.account('loginByToken', token));
    setLoginFailure(failure);
    if (failure === null) discardToken('bot');
  };
  return (
    <Card>
      <Stack>
        <p>
          <Trans>You came from Telegram. Tap the button to log in.</Trans>
        </p>
        {loginFailure && <ErrorNotice error={loginFailure} text={telegramText} />}
        <Button wide icon={<IconBrandTelegram aria-hidden="true" />} isPending={isPending} onPress={() => void logIn()}>
          {t`Log in with Telegram`}
        </Button>
      </Stack>
    </Card>
  );
}
