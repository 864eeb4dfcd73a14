import { Trans } from '@lingui/react/macro';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconArrowsSplit from '@tabler/icons-react/dist/esm/icons/IconArrowsSplit.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconHourglass from '@tabler/icons-react/dist/esm/icons/IconHourglass.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactElement, ReactNode } from 'react';
import type { EntryState } from '../../db/outbox/entry.ts';
import { formatRecent } from '../../lib/dates.ts';
import { Badge, type BadgeProps } from '../../ui/badge.tsx';
import { useNow } from '../../ui/use-now.ts';
import { LazyErrorText } from '../error/lazy-error-text.tsx';

export interface SyncBadgeProps {
  state: EntryState;
  /** For `rejected`: the code of the rejection. */
  reason?: string | null | undefined;
  /** For `waiting_dep`: a text that names what the write waits for. */
  waitsFor?: string | undefined;
}

const badgeLooks: Record<EntryState, { tone: NonNullable<BadgeProps['tone']>; icon: ReactNode }> = {
  queued: { tone: 'wait', icon: <IconClock aria-hidden="true" /> },
  sending: { tone: 'info', icon: <IconArrowUp aria-hidden="true" /> },
  waiting_dep: { tone: 'wait', icon: <IconHourglass aria-hidden="true" /> },
  conflict: { tone: 'need', icon: <IconArrowsSplit aria-hidden="true" /> },
  rejected: { tone: 'need', icon: <IconX aria-hidden="true" /> },
  parked: { tone: 'need', icon: <IconClock aria-hidden="true" /> },
  blocked: { tone: 'need', icon: <IconLock aria-hidden="true" /> },
};

/** Shows the state of a row's unsent writes, as returned by `savedBadges`. A row without unsent writes has no badge. */
export function SyncBadge({ state, reason, waitsFor }: SyncBadgeProps): ReactElement {
  const { tone, icon } = badgeLooks[state];
  return (
    <Badge tone={tone} icon={icon}>
      <BadgeLabel state={state} reason={reason} waitsFor={waitsFor} />
    </Badge>
  );
}

function BadgeLabel({ state, reason, waitsFor }: SyncBadgeProps): ReactElement {
  switch (state) {
    case 'queued':
      return <Trans>Not sent yet</Trans>;
    case 'sending':
      return <Trans>Sending</Trans>;
    case 'waiting_dep':
      return waitsFor ? <Trans>Waiting for: {waitsFor}</Trans> : <Trans>Not sent yet</Trans>;
    case 'conflict':
      return <Trans>Two versions</Trans>;
    case 'rejected':
      if (!reason) return <Trans>Not accepted</Trans>;
      return (
        <Trans>
          Not accepted: <LazyErrorText code={reason} />
        </Trans>
      );
    case 'parked':
      return <Trans>Stuck, won't retry automatically</Trans>;
    case 'blocked':
      return <Trans>Held up by another change</Trans>;
  }
}

/** A badge that shows when the server accepted a write. */
export function SentBadge({ at }: { at: string }): ReactElement {
  const time = formatRecent(at, useNow('minute'));
  return (
    <Badge tone="ok" icon={<IconCheck aria-hidden="true" />}>
      <Trans>Sent {time}</Trans>
    </Badge>
  );
}
