import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import type { ReactElement } from 'react';
import { Section } from '../../ui/card.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';

/** Shows how many changes this device still has to send. Renders nothing while the number is being read. */
export function ToSendCard(): ReactElement | null {
  const { t } = useLingui();
  const sync = useSyncState();
  if (!sync) return null;
  const { to_send, needs_you } = sync.counts;
  return (
    <Section title={<Trans>To send</Trans>}>
      <List>
        {needs_you > 0 && (
          <RowLink
            to="/sync"
            title={<Plural value={needs_you} one="# change needs you" other="# changes need you" />}
            subtitle={t`The server did not accept it.`}
            subtitleTone="need"
          />
        )}
        {to_send > 0 ? (
          <RowLink
            to="/sync"
            leading={<IconSend aria-hidden="true" />}
            title={<Plural value={to_send} one="# change not sent yet" other="# changes not sent yet" />}
            subtitle={t`Safe on this device.`}
            subtitleTone="wait"
          />
        ) : (
          <RowLink to="/sync" leading={<IconCheck aria-hidden="true" />} title={t`Everything is sent`} />
        )}
      </List>
    </Section>
  );
}
