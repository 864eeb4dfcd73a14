import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconBackpack from '@tabler/icons-react/dist/esm/icons/IconBackpack.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { type ReactElement, useEffect, useState } from 'react';
import type { Lang } from '../../../contract/fields.ts';
import { useApp, type LockedPerson } from '../../cards/app-context.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { LockedWork } from './locked-work.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login.module.css';

/** The login ran out: whose work lies here, and that it is safe. */
function LockedNotice({ name, to_send }: LockedPerson): ReactElement {
  return (
    <Banner tone="wait" icon={<IconLock />} title={<Trans>Please, log in again</Trans>}>
      {to_send > 0 ? (
        <Plural
          value={to_send}
          one={`# change waits for you to log in as ${name}`}
          other={`# changes wait for you to log in as ${name}`}
        />
      ) : (
        <Trans>Everything of {name} is still on this phone.</Trans>
      )}
    </Banner>
  );
}

export function LoginScreen(): ReactElement {
  const { t } = useLingui();
  const { preferences, prefer, locked } = useApp();
  const [chosen, setChosen] = useState<Lang | null>(null);
  const title = t`Log in`;
  useEffect(() => {
    document.title = `${title} · Haversack`;
  }, [title]);
  const choose = (language: Lang): void => {
    setChosen(language);
    void prefer({ language });
  };
  return (
    <main id="content" className={styles.page}>
      <div className={styles.brand}>
        <span className={styles.mark} aria-hidden="true">
          <IconBackpack />
        </span>
        <span>Haversack</span>
      </div>
      <div className={styles.words}>
        <h1>{title}</h1>
        <p>
          <Trans>Learn and work where the network is bad.</Trans>
        </p>
      </div>
      {locked ? <LockedNotice {...locked} /> : <LockedWork />}
      <Card>
        <LoginForm language={chosen} />
      </Card>
      <LanguageSwitch value={preferences.language} onChange={choose} />
    </main>
  );
}
