import { useLingui } from '@lingui/react';
import { Trans, Plural } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { type ReactElement, useState } from 'react';
import { useApp } from '../../hooks/app-context.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { pillText } from '../../components/sync/sync-pill.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { saveMeta } from '../../db/schema/meta.ts';
import { pillState, type OutboxCounts, type PillState } from '../../db/queries/status.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { ButtonRow, Card } from '../../ui/card.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ClockWarning, GateHint } from './state-details.tsx';
import styles from './sync.module.css';
import { useIsPaused } from './use-status.ts';
import { formatTime } from '../../lib/dates.ts';

/** For a longer wait, the time of the next attempt is shown, which is clearer than a countdown. */
const MAX_COUNTDOWN_MS = 120_000;

/**
 * Counts down to the next automatic attempt, with a button to retry now. `at` is the time of the attempt by the
 * device's clock, in ms.
 */
function NextTry({ at, onTry }: { at: number; onTry: () => void }): ReactElement | null {
  const now = useNow('second');
  const remainingMs = at - now;
  if (remainingMs <= 0) return null;
  const seconds = Math.ceil(remainingMs / 1000);
  const time = formatTime(at);
  return (
    <p className={styles.small}>
      {remainingMs < MAX_COUNTDOWN_MS ? (
        <Plural value={seconds} one="Next attempt in # second." other="Next attempt in # seconds." />
      ) : (
        <Trans>Next attempt at {time}.</Trans>
      )}{' '}
      <TextButton onPress={onTry}>
        <Trans>Try now</Trans>
      </TextButton>
    </p>
  );
}

interface Sending {
  isSending: boolean;
  hasFailed: boolean;
  send: () => Promise<void>;
}

function useSending(): Sending {
  const { syncNow } = useApp();
  const [isSending, setSending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    setFailed(!(await syncNow().catch(() => false)));
    setSending(false);
  };
  return { isSending, hasFailed, send };
}

function pausedText({ to_send }: OutboxCounts): string {
  return to_send > 0 ? t`Paused, ${to_send} to send` : t`Paused`;
}

interface SyncActionsProps {
  sending: Sending;
  isPaused: boolean;
}

function SyncActions({ sending, isPaused }: SyncActionsProps): ReactElement {
  const { db } = useStore();
  const resume = async (): Promise<void> => {
    await saveMeta(db, 'paused', false);
    await sending.send();
  };
  if (isPaused) {
    return (
      <Button wide icon={<IconPlayerPlay aria-hidden="true" />} onPress={() => void resume()}>
        <Trans>Resume sending</Trans>
      </Button>
    );
  }
  return (
    <ButtonRow>
      <Button
        variant="soft"
        icon={<IconArrowUp aria-hidden="true" />}
        isPending={sending.isSending}
        writes
        onPress={() => void sending.send()}
      >
        <Trans>Send now</Trans>
      </Button>
      <Button
        variant="ghost"
        icon={<IconPlayerPause aria-hidden="true" />}
        writes
        onPress={() => void saveMeta(db, 'paused', true)}
      >
        <Trans>Pause sending</Trans>
      </Button>
    </ButtonRow>
  );
}

/** States that only the user can end. They are shown even while sending is paused. */
const lastingStates: readonly PillState['kind'][] = ['needs_you', 'blocked', 'log_in', 'upgrade', 'storage_full'];

/** Returns the text of the most urgent state. Call while rendering, because the text depends on the active language. */
function headline(state: PillState, counts: OutboxCounts, isPaused: boolean, now: number): string {
  return isPaused && !lastingStates.includes(state.kind) ? pausedText(counts) : pillText(state, now);
}

/**
 * Shows the most urgent state as a headline, with advice. If changes need the user's attention, the actions on these
 * changes come first, and SendCard shows the buttons for sending below them.
 */
export function StateCard(): ReactElement | null {
  useLingui();
  const sync = useSyncState();
  const now = useNow('minute');
  const isPaused = useIsPaused();
  if (!sync) return null;
  const { status, counts } = sync;
  const text = (of: OutboxCounts): string => headline(pillState(status, of), of, isPaused, now);
  const isNeeded = counts.needs_you > 0;
  return (
    <Card>
      <div className={styles.state}>
        <p className={styles.headline} data-tone={isNeeded ? 'need' : undefined}>
          {text(counts)}
        </p>
        {isNeeded && <p className={styles.small}>{text({ ...counts, needs_you: 0 })}</p>}
        <p className={styles.small}>
          {isPaused ? (
            <Trans>Nothing is sent or received until you resume. Everything is safe on this device.</Trans>
          ) : (
            <>
              <Trans>Everything is safe on this device.</Trans> <GateHint status={status} now={now} />
            </>
          )}
        </p>
        <ClockWarning status={status} />
        {!isNeeded && <SendControls />}
      </div>
    </Card>
  );
}

/** The buttons for sending, below the changes that need the user's attention. */
export function SendCard(): ReactElement | null {
  const sync = useSyncState();
  if (!sync || sync.counts.needs_you === 0) return null;
  return (
    <div className={styles.state}>
      <SendControls />
    </div>
  );
}

/** The next attempt, and the buttons that send now, pause and resume. */
function SendControls(): ReactElement {
  const { status, counts } = useSyncState()!;
  const isPaused = useIsPaused();
  const sending = useSending();
  const unsent = counts.to_send + counts.background;
  const nextTry = isPaused || sending.isSending || unsent === 0 ? null : (status.next_try_at ?? null);
  return (
    <>
      {nextTry !== null && <NextTry at={nextTry} onTry={() => void sending.send()} />}
      <SyncActions sending={sending} isPaused={isPaused} />
      {sending.hasFailed && !sending.isSending && !isPaused && (
        <p className={styles.small} role="status">
          <Trans>It could not be sent. It will retry automatically.</Trans>
        </p>
      )}
    </>
  );
}
