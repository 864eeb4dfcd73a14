import { plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs';
import IconHandStop from '@tabler/icons-react/dist/esm/icons/IconHandStop.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import type { ReactElement, ReactNode } from 'react';
import { pillState, type PillState } from '../../db/queries/status.ts';
import { formatRecent } from '../../lib/dates.ts';
import { type PillTone, PillLink } from '../../ui/badge.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useSyncState } from '../../hooks/sync-context.tsx';

const pillLooks: Record<PillState['kind'], { tone: PillTone; icon: ReactNode }> = {
  needs_you: { tone: 'need', icon: <IconHandStop aria-hidden="true" /> },
  blocked: { tone: 'need', icon: <IconLock aria-hidden="true" /> },
  log_in: { tone: 'wait', icon: <IconLock aria-hidden="true" /> },
  upgrade: { tone: 'wait', icon: <IconArrowDown aria-hidden="true" /> },
  storage_full: { tone: 'need', icon: <IconDatabase aria-hidden="true" /> },
  portal: { tone: 'wait', icon: <IconWorld aria-hidden="true" /> },
  offline: { tone: 'wait', icon: <IconCloudOff aria-hidden="true" /> },
  no_answer: { tone: 'wait', icon: <IconCloudOff aria-hidden="true" /> },
  first_fetch: { tone: 'info', icon: <IconArrowDown aria-hidden="true" /> },
  paused: { tone: 'wait', icon: <IconHandStop aria-hidden="true" /> },
  sending: { tone: 'info', icon: <IconArrowUp aria-hidden="true" /> },
  up_to_date: { tone: 'neutral', icon: <IconCheck aria-hidden="true" /> },
};

function offlineText(count: number, since: string | null, now: number): string {
  if (count > 0) return t`Offline, ${count} to send`;
  if (since === null) return t`Offline`;
  const time = formatRecent(since, now);
  return t`Offline, data from ${time}`;
}

function noAnswerText(count: number, since: string | null, now: number): string {
  if (count > 0) return t`No reply, ${count} to send`;
  if (since === null) return t`No reply`;
  const time = formatRecent(since, now);
  return t`No reply, data from ${time}`;
}

function upToDateText(at: string | null, now: number): string {
  if (at === null) return t`Connecting`;
  const time = formatRecent(at, now);
  return t`Up to date, ${time}`;
}

/**
 * Returns the pill's text. Call while rendering below I18nProvider, because the text depends on the active language.
 */
export function pillText(state: PillState, now: number): string {
  switch (state.kind) {
    case 'needs_you':
      return plural(state.count, { one: '# needs you', other: '# need you' });
    case 'blocked':
      return t`Your access is blocked`;
    case 'log_in': {
      const { count } = state;
      return count > 0 ? t`Log in to send ${count}` : t`Log in to continue`;
    }
    case 'upgrade':
      return t`Update needed`;
    case 'storage_full':
      return t`Storage almost full`;
    case 'portal':
      return t`Wi-Fi login needed`;
    case 'offline':
      return offlineText(state.count, state.since, now);
    case 'no_answer':
      return noAnswerText(state.count, state.since, now);
    case 'first_fetch': {
      const { percent } = state;
      return t`Syncing ${percent}%`;
    }
    case 'paused': {
      const { count } = state;
      return count > 0 ? t`Paused, ${count} to send` : t`Paused`;
    }
    case 'sending': {
      const { total } = state;
      const done = Math.max(1, state.done);
      return t`Sending ${done} of ${total}`;
    }
    case 'up_to_date':
      return upToDateText(state.at, now);
  }
}

function toneOf(state: PillState): PillTone {
  // If there is nothing to send, being offline needs no warning.
  if ((state.kind === 'offline' || state.kind === 'no_answer') && state.count === 0) return 'neutral';
  return pillLooks[state.kind].tone;
}

/**
 * Shows a sync state as a link to the sync centre. The visible text changes at once, but is not announced: the app has
 * a single live region that announces changes at most every ten seconds.
 */
export function StatePill({ state }: { state: PillState }): ReactElement {
  // Renders this component again when the language changes.
  useLingui();
  const now = useNow('minute');
  const isBusy = state.kind === 'sending' || state.kind === 'first_fetch';
  return (
    <PillLink to="/sync" tone={toneOf(state)} icon={pillLooks[state.kind].icon} isBusy={isBusy}>
      <span role="status" aria-live="off">
        {pillText(state, now)}
      </span>
    </PillLink>
  );
}

/** The sync status at the top right of every screen. */
export function SyncPill(): ReactElement | null {
  const sync = useSyncState();
  return sync && <StatePill state={pillState(sync.status, sync.counts)} />;
}
