import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { formatAgo } from '../../lib/intl-formats.ts';
import { Section } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { RecordGroup, OutboxWork } from './queries.ts';
import styles from './sync.module.css';
import { useIsPaused, useStatus } from './use-status.ts';
import { WaitingRow, type WaitingRowProps } from './waiting-row.tsx';

/** Lists the unsent writes of one record; the record's name is shown above several writes. */
function RecordWrites({
  group,
  ...rowProps
}: Pick<WaitingRowProps, 'all' | 'context'> & { group: RecordGroup }): ReactElement {
  const { entries } = group;
  const count = entries.length;
  const titledEntry = entries.find(({ title }) => title !== '');
  return (
    <>
      {count > 1 && (
        <li className={styles.group}>
          <span>{titledEntry?.title}</span>
          <small>
            <Plural value={count} one="# not sent yet" other="# not sent yet" />
          </small>
        </li>
      )}
      {entries.map((entry, index) => (
        <WaitingRow key={entry.op_id} entry={entry} before={entries.slice(0, index)} {...rowProps} />
      ))}
    </>
  );
}

/** Lists the unsent changes by record, in the order in which they are sent. */
export function UnsentChanges({ work }: { work: OutboxWork }): ReactElement | null {
  const { t } = useLingui();
  const now = useNow('minute');
  const context = { status: useStatus(), isPaused: useIsPaused(), now };
  const { groups, shown, more, background } = work;
  const first = shown[0];
  if (!first && background === 0) return null;
  const age = first && formatAgo(first.at_client, now);
  return (
    <Section title={<Trans>To send</Trans>} {...(age && { end: <Trans>oldest {age}</Trans> })}>
      <List aria-label={t`To send`}>
        {groups.map((group) => (
          <RecordWrites key={group.key} group={group} all={shown} context={context} />
        ))}
        {more > 0 && <Row title={<Plural value={more} one="and # more" other="and # more" />} />}
        {background > 0 && (
          <Row
            title={<Trans>Your progress</Trans>}
            subtitle={<Plural value={background} one="# background update" other="# background updates" />}
          />
        )}
      </List>
    </Section>
  );
}
