import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { SentBadge } from '../../cards/sync-badge.tsx';
import type { HistoryLine } from '../../db/entry.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { Section } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import { useTitle } from './use-title.ts';

/** Receipts: what the server has, and when it took it. */
export function Sent({ lines }: { lines: readonly HistoryLine[] }): ReactElement | null {
  const { t } = useLingui();
  const titleOf = useTitle();
  if (lines.length === 0) return null;
  return (
    <Section title={<Trans>Sent</Trans>}>
      <List aria-label={t`Sent`}>
        {lines.map((line) => {
          const written = formatDateTime(line.at_client);
          return (
            <Row
              key={line.op_id}
              title={titleOf(line)}
              subtitle={<Trans>Written {written}</Trans>}
              badge={<SentBadge at={line.server_time} />}
            />
          );
        })}
      </List>
    </Section>
  );
}
