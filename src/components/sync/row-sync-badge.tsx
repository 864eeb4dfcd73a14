import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { RowBadge } from '../../db/queries/badges.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import { ConflictBadge } from '../../conflicts/open-conflict.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { SentBadge, SyncBadge } from './sync-badge.tsx';
import { blockerLabel, savedBlocker, type Blocker } from './blockers.ts';

/** How long a fresh receipt is shown beside its row. */
const SENT_MS = 5_000;

/** Returns the receipt time of a write that was waiting a moment ago; null without one or after some seconds. */
function useJustSent(badge: RowBadge | undefined): string | null {
  const { db } = useStore();
  const waited = useRef<string[]>([]);
  const [sent, setSent] = useState<string | null>(null);
  const ids = badge?.entries.map(({ op_id }) => op_id).join(' ') ?? '';
  useEffect(() => {
    const before = waited.current;
    waited.current = ids === '' ? [] : ids.split(' ');
    if (ids !== '' || before.length === 0) return;
    let isHere = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = async (): Promise<void> => {
      // An undone or discarded write has no receipt.
      const lines = await db.history.bulkGet(before);
      const last = lines.findLast((line) => line !== undefined);
      if (!isHere || !last) return;
      setSent(last.server_time);
      timer = setTimeout(() => setSent(null), SENT_MS);
    };
    void say().catch(() => {});
    return () => {
      isHere = false;
      clearTimeout(timer);
      setSent(null);
    };
  }, [db, ids]);
  return sent;
}

function useBlocker(entry: Entry | undefined): Blocker | null {
  const { db } = useStore();
  const [awaited, setAwaited] = useState<Blocker | null>(null);
  useEffect(() => {
    let isHere = true;
    const read = async (): Promise<void> => {
      const found = entry ? await savedBlocker(db, entry) : null;
      if (isHere) setAwaited(found);
    };
    void read().catch(() => {});
    return () => {
      isHere = false;
    };
  }, [db, entry]);
  return awaited;
}

/**
 * The state of a row's unsent writes with reason and blocker; confirms a just sent row for some seconds. Render it for
 * rows without a badge too: it must observe the last one disappear.
 */
export function RowSyncBadge({ badge }: { badge: RowBadge | undefined }): ReactElement | null {
  const sent = useJustSent(badge);
  const first = badge?.entries.find(({ state }) => state === badge.state);
  const awaited = useBlocker(badge?.state === 'waiting_dep' ? first : undefined);
  if (!badge) return sent === null ? null : <SentBadge at={sent} />;
  if (badge.state === 'conflict' && first) return <ConflictBadge entry={first} />;
  const reason = badge.state === 'rejected' ? first?.error?.code : undefined;
  return <SyncBadge state={badge.state} reason={reason} waitsFor={awaited ? blockerLabel(awaited) : undefined} />;
}
