import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { SyncBadge } from '../../components/sync/sync-badge.tsx';
import type { Entry, Receipt } from '../../db/outbox/entry.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatBytes } from '../../lib/intl-formats.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './sync.module.css';
import { useWriteTitle } from './use-write-title.ts';

export interface DetailsSheetProps {
  /** An unsent write, or the receipt of a sent one. */
  entry: Entry | Receipt;
  onClose: () => void;
}

const isEntry = (line: Entry | Receipt): line is Entry => 'state' in line;

function DetailRow({ name, children }: { name: ReactNode; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Shows the technical details of one write for support: id, kind and state. */
export function DetailsSheet({ entry, onClose }: DetailsSheetProps): ReactElement {
  const { i18n } = useLingui();
  const titleOf = useWriteTitle();
  const text = [entry.op_id, entry.kind, isEntry(entry) ? entry.state : entry.server_time].join('\n');
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Details</Trans>}
      description={titleOf(entry)}
      footer={<CopyButton text={text} />}
    >
      <dl className={styles.details}>
        <DetailRow name={<Trans>Written</Trans>}>{formatDateTime(entry.at_client)}</DetailRow>
        {isEntry(entry) ? (
          <>
            <DetailRow name={<Trans>Status</Trans>}>
              <SyncBadge state={entry.state} />
            </DetailRow>
            <DetailRow name={<Trans>Size</Trans>}>{formatBytes(entry.size_bytes)}</DetailRow>
            <DetailRow name={<Trans>Attempts</Trans>}>{i18n.number(entry.attempts_net + entry.attempts_srv)}</DetailRow>
          </>
        ) : (
          <DetailRow name={<Trans>Accepted by the server</Trans>}>{formatDateTime(entry.server_time)}</DetailRow>
        )}
        <DetailRow name={<Trans>Type</Trans>}>{entry.kind}</DetailRow>
        <DetailRow name={<Trans>Number</Trans>}>
          <code className={styles.code}>{entry.op_id}</code>
        </DetailRow>
      </dl>
    </Sheet>
  );
}
