import { useLingui } from '@lingui/react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { pillText } from '../components/sync/sync-pill.tsx';
import { useSyncState } from '../hooks/sync-context.tsx';
import { pillState, type PillState } from '../db/queries/status.ts';
import { useNow } from '../ui/use-now.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

const ANNOUNCE_INTERVAL_MS = 10_000;
const urgent: readonly PillState['kind'][] = ['needs_you', 'blocked', 'storage_full'];

/**
 * Returns a key that changes when the state should be announced again. The displayed text changes more often: every
 * minute ("synced n minutes ago"), and with every write that is sent.
 */
function announcementKey(state: PillState): string {
  const includesCount =
    state.kind === 'needs_you' || state.kind === 'offline' || state.kind === 'no_answer' || state.kind === 'log_in';
  if (state.kind === 'up_to_date' && state.at === null) return 'connecting';
  return includesCount ? `${state.kind} ${state.count}` : state.kind;
}

/** Announces changes of the sync state to screen readers: urgent changes at once, others at most every ten seconds. */
export function SyncAnnouncer(): ReactElement {
  useLingui();
  const sync = useSyncState();
  const state = sync && pillState(sync.status, sync.counts);
  const key = state ? announcementKey(state) : '';
  const now = useNow('minute');
  const text = state ? pillText(state, now) : '';
  const isUrgent = state !== null && urgent.includes(state.kind);
  const [announced, setAnnounced] = useState({ key: '', text: '', isUrgent: false });
  const lastAt = useRef(0);
  useEffect(() => {
    if (key === '' || key === announced.key) return;
    const announce = (): void => {
      lastAt.current = Date.now();
      setAnnounced({ key, text, isUrgent });
    };
    const delay = isUrgent ? 0 : Math.max(0, lastAt.current + ANNOUNCE_INTERVAL_MS - Date.now());
    const timer = setTimeout(announce, delay);
    return () => clearTimeout(timer);
  }, [key, text, isUrgent, announced.key]);
  return (
    <>
      <VisuallyHidden aria-live="polite">{announced.isUrgent ? '' : announced.text}</VisuallyHidden>
      <VisuallyHidden aria-live="assertive">{announced.isUrgent ? announced.text : ''}</VisuallyHidden>
    </>
  );
}
