import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { sync } from '../../bridge/sync.ts';
import { log } from '../../lib/log.ts';
import { TextButton } from '../../ui/button.tsx';

async function externalRegistrationUrl(): Promise<string | null> {
  try {
    const result = await sync.account('registrationLink');
    return result.ok && result.link?.startsWith('https://') ? result.link : null;
  } catch (error) {
    log.warn('where registration leads is not known', error);
    return null;
  }
}

/**
 * A link to the registration of this installation: an external page or the built-in one, which is also used if the
 * server does not respond in time.
 */
export function RegisterLink(): ReactElement {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const openRegistration = async (): Promise<void> => {
    if (isAsking) return;
    setAsking(true);
    const place = await externalRegistrationUrl();
    if (place !== null) location.assign(place);
    else await navigate({ to: '/register' });
  };
  return (
    <TextButton onPress={() => void openRegistration()}>
      <Trans>Create account</Trans>
    </TextButton>
  );
}
