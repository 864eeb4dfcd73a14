import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { type ReactElement, useState } from 'react';
import type { Lang } from '../../../contract/fields.ts';
import { useApp, type LoggedOutUser } from '../../hooks/app-context.tsx';
import { InstallHint } from '../../components/app/install-hint.tsx';
import { stashedToken } from '../../lib/url-secrets.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TelegramLogin } from './telegram-login.tsx';

import { LockedWork } from './locked-work.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login.module.css';
import { PublicPage } from './public-page.tsx';
import { RegisterLink } from './register-link.tsx';
import { TelegramLink } from './telegram-link.tsx';

/** Shows that the login of a user has expired, and that their unsent changes are safe. */
function LockedNotice({ name, to_send }: LoggedOutUser): ReactElement {
  return (
    <Banner tone="wait" icon={<IconLock />} title={<Trans>Log in again</Trans>}>
      {to_send > 0 ? (
        <Plural
          value={to_send}
          one={`# change will be sent when you log in as ${name}`}
          other={`# changes will be sent when you log in as ${name}`}
        />
      ) : (
        <Trans>All data of {name} is still on this device.</Trans>
      )}
    </Banner>
  );
}

export function LoginScreen(): ReactElement {
  const { t } = useLingui();
  const { locked } = useApp();
  const [chosen, setChosen] = useState<Lang | null>(null);
  const [token] = useState(() => stashedToken('bot'));
  return (
    <PublicPage title={t`Log in`} lead={<Trans>Learn and work, even offline.</Trans>} onLanguage={setChosen}>
      {locked ? <LockedNotice {...locked} /> : <LockedWork />}
      {token !== null && <TelegramLogin token={token} />}
      <Card>
        <LoginForm language={chosen} />
      </Card>
      <div className={styles.links}>
        <TextLink to="/recover-password">
          <Trans>Forgot your password?</Trans>
        </TextLink>
        <RegisterLink />
        {token === null && <TelegramLink />}
      </div>
      <InstallHint />
    </PublicPage>
  );
}
