import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { type FormEvent, type ReactElement, useState } from 'react';
import type { Failure } from '../../bridge/sync-api.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import {
  checkPasswords,
  focusPasswordError,
  emptyPasswords,
  type NewPasswordValues,
  type NewPasswordErrors,
  PasswordFields,
} from '../../forms/password-fields.tsx';
import { forgetLink } from '../../lib/url-secrets.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkFrame } from './link-frame.tsx';
import { linkWords } from './link-labels.ts';
import styles from './login.module.css';
import { PublicPage } from './public-page.tsx';
import { useEntering } from './use-complete-login.ts';
import { isDead, type Link, useLink } from './use-link.ts';

function useLinkEntrance({ token, fail }: Link) {
  const navigate = useNavigate();
  const { isPending, enterBy } = useEntering();
  const [faults, setFaults] = useState<NewPasswordErrors>({});
  const [fault, setFault] = useState<Failure | null>(null);
  const enter = async (password: string | null): Promise<void> => {
    setFault(null);
    setFaults({});
    const failure = await enterBy(async () => {
      const result = await sync.account('enterByLink', token, password);
      // Before the routes are made anew for the person who is in now.
      if (result.ok) {
        forgetLink('credentials');
        await navigate({ to: '/login', search: { next: '/dashboard' }, replace: true });
      }
      return result;
    });
    if (failure === null) return;
    if (failure.why === 'refused' && failure.code === 'password_common') setFaults({ password: 'password_common' });
    else if (isDead(failure)) fail(failure);
    else setFault(failure);
  };
  return { faults, setFaults, fault, isPending, enter };
}

function EntranceForm({ link }: { link: Link }): ReactElement {
  const { t } = useLingui();
  const [pair, setPair] = useState<NewPasswordValues>(emptyPasswords);
  const { faults, setFaults, fault, isPending, enter } = useLinkEntrance(link);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending) return;
    const wrong = checkPasswords(pair);
    setFaults(wrong);
    focusPasswordError(wrong);
    if (Object.keys(wrong).length === 0) void enter(pair.password);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t`Log in with a link`}>
      {fault && <ErrorNotice error={fault} text={linkWords} />}
      <PasswordFields value={pair} onChange={setPair} errors={faults} />
      <Button type="submit" wide isPending={isPending}>
        {t`Save password and log in`}
      </Button>
      <Button variant="plain" wide isDisabled={isPending} onPress={() => void enter(null)}>
        {t`Log in and keep password`}
      </Button>
    </form>
  );
}

/** The work of whoever is logged in here must not be left behind by a foreign link. */
function SomebodyIsIn(): ReactElement {
  const { t } = useLingui();
  return (
    <PublicPage title={t`Log in with a link`} lead={<Trans>Someone is logged in on this device.</Trans>}>
      <Banner tone="wait" icon={<IconUser />} title={<Trans>Log out first</Trans>}>
        <Trans>Then open the link again. It has not been used yet.</Trans>
      </Banner>
      <LinkButton href="/profile/settings" variant="soft">
        <Trans>Settings</Trans>
      </LinkButton>
    </PublicPage>
  );
}

/** In by a link that an employee made. It is spent by a tap, never by opening the address. */
export function CredentialsScreen(): ReactElement {
  const { t } = useLingui();
  const link = useLink('credentials');
  const { person } = useRouteContext({ strict: false }) as { person?: unknown };
  if (person) return <SomebodyIsIn />;
  return (
    <PublicPage
      title={t`Log in with a link`}
      lead={<Trans>The link works once. Choose a new password now, or you will need another link next time.</Trans>}
    >
      <LinkFrame
        link={link}
        another={
          <p>
            <Trans>Ask the employee who sent it for a new one.</Trans>
          </p>
        }
      >
        <Card>
          <EntranceForm link={link} />
        </Card>
      </LinkFrame>
      <div className={styles.links}>
        <TextLink href="/login">
          <Trans>Back to login</Trans>
        </TextLink>
      </div>
    </PublicPage>
  );
}
