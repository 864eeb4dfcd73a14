import { Trans, useLingui } from '@lingui/react/macro';
import IconWifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs';
import type { ReactElement } from 'react';
import { useIsOnline } from '../../hooks/use-is-online.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import styles from './login.module.css';
import { PublicPage } from './public-page.tsx';
import { AccountStep, DetailsStep } from './register-steps.tsx';
import type { RegisterValues } from './register-values.ts';
import { useInitialRegistration, useRegistration } from './use-registration.ts';

function Steps({ initial }: { initial: RegisterValues }): ReactElement {
  const registration = useRegistration(initial);
  const Step = registration.step === 'account' ? AccountStep : DetailsStep;
  return <Step key={registration.round} registration={registration} />;
}

/**
 * The registration form, in two steps. It can be sent only while online and is never queued, since the password is not
 * stored.
 */
export function RegisterScreen(): ReactElement {
  const { t } = useLingui();
  const initial = useInitialRegistration();
  const isOnline = useIsOnline();
  return (
    <PublicPage
      title={t`Create account`}
      lead={<Trans>You need to be online to register. After that, everything works offline.</Trans>}
    >
      {!isOnline && (
        <Banner tone="wait" role="status" icon={<IconWifiOff />} title={<Trans>You are offline</Trans>}>
          <Trans>You can fill in the form now, and create the account when you are back online.</Trans>
        </Banner>
      )}
      <Card>{initial ? <Steps initial={initial} /> : <Skeleton rows={4} leading="none" />}</Card>
      <div className={styles.links}>
        <TextLink to="/login">
          <Trans>I already have an account</Trans>
        </TextLink>
      </div>
    </PublicPage>
  );
}
