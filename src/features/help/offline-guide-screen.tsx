import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card, Section, Stack } from '../../ui/card.tsx';
import { BackLink } from '../../ui/page-header.tsx';

function Part({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children: ReactNode;
  action?: ReactNode;
}): ReactElement {
  return (
    <Section title={title}>
      <Card>
        <Stack gap="m">
          <p>{children}</p>
          {action && <div>{action}</div>}
        </Stack>
      </Card>
    </Section>
  );
}

/** /help/offline: how to work without a connection, in a few sentences. Needs no data. */
export function OfflineGuideScreen(): ReactElement {
  const { t } = useLingui();
  return (
    <Screen title={t`Using the app offline`} back={<BackLink to="/help">{t`Help`}</BackLink>} narrow>
      <Stack gap="l">
        <Part
          title={<Trans>Before you go offline</Trans>}
          action={
            <LinkButton to="/downloads" variant="soft">
              <Trans>Downloads</Trans>
            </LinkButton>
          }
        >
          <Trans>
            Open the app once while online: texts, contacts and tasks are then on this device. Download the videos,
            audio and books that you need.
          </Trans>
        </Part>
        <Part title={<Trans>While you are offline</Trans>}>
          <Trans>
            Read and write as usual. What you write is stored on this device at once, and the line at the top says how
            much is still to send. You can close the app.
          </Trans>
        </Part>
        <Part title={<Trans>When you are online again</Trans>}>
          <Trans>
            Open the app: everything is sent once, in the order in which you wrote it. If someone else has changed the
            same thing, you are asked which version to keep.
          </Trans>
        </Part>
        <Part title={<Trans>What works only online</Trans>}>
          <Trans>Logging in, payments, publishing landing pages, and lessons that are not on this device.</Trans>
        </Part>
        <Part
          title={<Trans>If something is not sent</Trans>}
          action={
            <LinkButton to="/sync" variant="soft">
              <Trans>Sync centre</Trans>
            </LinkButton>
          }
        >
          <Trans>The sync centre lists every change that is not sent or needs you, and what you can do about it.</Trans>
        </Part>
      </Stack>
    </Screen>
  );
}
