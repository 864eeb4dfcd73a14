import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { RowBadge } from '../../db/queries/badges.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import { ConflictBadge } from '../../conflicts/open-conflict.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { SentBadge, SyncBadge } from './sync-badge.tsx';
import { blockerLabel, savedBlocker, type Blocker } from './blockers.ts';

/** Time in ms for which a row shows that its change was just sent. */
const RECEIPT_SHOWN_MS = 5_000;

/**
 * For five seconds after a row's badge has disappeared, returns the time at which the server accepted the row's last
 * write; otherwise null.
 */
function useJustSent(badge: RowBadge | undefined): string | null {
  const { db } = useStore();
  const waited = useRef<string[]>([]);
  const [sent, setSent] = useState<string | null>(null);
  const ids = badge?.entries.map(({ op_id }) => op_id).join(' ') ?? '';
  useEffect(() => {
    const before = waited.current;
    waited.current = ids === '' ? [] : ids.split(' ');
    if (ids !== '' || before.length === 0) return;
    let isMounted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const showReceipt = async (): Promise<void> => {
      // A write that was undone or discarded has no receipt.
      const lines = await db.history.bulkGet(before);
      const last = lines.findLast((line) => line !== undefined);
      if (!isMounted || !last) return;
      setSent(last.server_time);
      timer = setTimeout(() => setSent(null), RECEIPT_SHOWN_MS);
    };
    void showReceipt().catch(() => {});
    return () => {
      isMounted = false;
      clearTimeout(timer);
      setSent(null);
    };
  }, [db, ids]);
  return sent;
}

function useBlocker(entry: Entry | undefined): Blocker | null {
  const { db } = useStore();
  const [blocker, setBlocker] = useState<Blocker | null>(null);
  useEffect(() => {
    let isMounted = true;
    const read = async (): Promise<void> => {
      const currentBlocker = entry ? await savedBlocker(db, entry) : null;
      if (isMounted) setBlocker(currentBlocker);
    };
    void read().catch(() => {});
    return () => {
      isMounted = false;
    };
  }, [db, entry]);
  return blocker;
}

/**
 * Shows the state of a row's unsent writes, with the reason for a rejection and what a write waits for. When the last
 * one has been sent, confirms this for five seconds. Must stay rendered on rows without unsent writes, because
 * otherwise it could not notice that the last one was sent.
 */
export function RowSyncBadge({ badge }: { badge: RowBadge | undefined }): ReactElement | null {
  const sent = useJustSent(badge);
  const first = badge?.entries.find(({ state }) => state === badge.state);
  const blocker = useBlocker(badge?.state === 'waiting_dep' ? first : undefined);
  if (!badge) return sent === null ? null : <SentBadge at={sent} />;
  if (badge.state === 'conflict' && first) return <ConflictBadge entry={first} />;
  const reason = badge.state === 'rejected' ? first?.error?.code : undefined;
  return <SyncBadge state={badge.state} reason={reason} waitsFor={blocker ? blockerLabel(blocker) : undefined} />;
}
