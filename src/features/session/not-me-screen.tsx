import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import { type ReactElement, useState } from 'react';
import type { Failure } from '../../bridge/results.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { attempt } from '../../lib/attempt.ts';
import { discardToken } from '../../lib/url-secrets.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkFrame } from './link-frame.tsx';
import styles from './login.module.css';
import { PublicPage } from './public-page.tsx';
import { isLinkUnusable, type Link, useLink } from './use-link.ts';

const failureTexts = {
  offline: msg`You need to be online to end the link.`,
  codes: { not_found: msg`This link does not work. Open it again exactly as in the message` },
};

/** Asks for confirmation before it makes the login link unusable, because email scanners also open links. */
function StopForm({ link, onStopped }: { link: Link; onStopped: () => void }): ReactElement {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isPending, setPending] = useState(false);
  const endLink = async (): Promise<void> => {
    setPending(true);
    setFailure(null);
    const result = await attempt(() => sync.account('stopLink', link.token));
    setPending(false);
    if (!result.ok) return isLinkUnusable(result) ? link.fail(result) : setFailure(result);
    discardToken('link_stop');
    onStopped();
  };
  return (
    <div className={styles.form}>
      <p>
        <Trans>
          This ends the login link and logs out everyone who used it. If a password was set with it, that password stops
          working.
        </Trans>
      </p>
      {failure && <ErrorNotice error={failure} text={failureTexts} />}
      <Button wide isPending={isPending} onPress={() => void endLink()}>
        <Trans>This was not me</Trans>
      </Button>
    </div>
  );
}

/**
 * The screen "This was not me", which ends a login link that an employee created. The notification to the link's owner
 * links here.
 */
export function NotMeScreen(): ReactElement {
  const { t } = useLingui();
  const link = useLink('link_stop');
  const [isStopped, setStopped] = useState(false);
  return (
    <PublicPage title={t`This was not me`} lead={<Trans>Someone created a login link for your account.</Trans>}>
      {isStopped ? (
        <Banner role="status" icon={<IconShieldCheck />} title={<Trans>The link was ended</Trans>}>
          <Trans>No one can log in with it. If your password no longer works, set a new one.</Trans>
        </Banner>
      ) : (
        <LinkFrame link={link} failureTexts={failureTexts} isTimeHidden another={null}>
          <Card>
            <StopForm link={link} onStopped={() => setStopped(true)} />
          </Card>
        </LinkFrame>
      )}
      <div className={styles.links}>
        {isStopped && (
          <TextLink to="/recover-password">
            <Trans>Set a new password</Trans>
          </TextLink>
        )}
        <TextLink to="/login">
          <Trans>Back to login</Trans>
        </TextLink>
      </div>
    </PublicPage>
  );
}
