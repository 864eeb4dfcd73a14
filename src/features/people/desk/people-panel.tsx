import { Trans, useLingui } from '@lingui/react/macro';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { Person } from '../../../../contract/entities/person.ts';
import type { Task } from '../../../../contract/entities/task.ts';
import { PersonButtons } from '../../../components/person/person-buttons.tsx';
import { personName } from '../../../components/person/person-labels.ts';
import { isStuck, PendingChanges } from '../../../components/sync/pending-changes.tsx';
import { RowSyncBadge } from '../../../components/sync/row-sync-badge.tsx';
import { useStore } from '../../../hooks/store-context.tsx';
import { formatRecent } from '../../../lib/dates.ts';
import { ActionRow } from '../../../ui/action-row.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton, LinkButton } from '../../../ui/button.tsx';
import { Card, Section } from '../../../ui/card.tsx';
import { List } from '../../../ui/list.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { PersonIdentity } from '../person-head.tsx';
import { PersonDetails } from '../person-details.tsx';
import { PersonNotSynced } from '../person-not-synced.tsx';
import { savedPersonRecord, type PersonRecord } from '../person-queries.ts';
import { savedTimeline } from '../timeline.ts';
import { TimelineRow } from '../timeline-row.tsx';
import styles from './desk.module.css';

const HISTORY_ROWS = 20;

export interface PeoplePanelProps {
  id: string;
  /** Position of the person in the list, from 1; null if the loaded rows do not contain the person. */
  place: number | null;
  count: number;
  /** Returns a function that shows the next (1) or previous (-1) person; undefined at the end of the list. */
  onMove: (by: 1 | -1) => (() => void) | undefined;
  onClose: () => void;
}

/** A panel beside the table that previews a person without leaving the list. */
export function PeoplePanel({ id, place, count, onMove, onClose }: PeoplePanelProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const loaded = useLiveQuery(async () => savedPersonRecord(db, id), [db, id]);
  const record = loaded?.id === id ? loaded : undefined;
  const known = record?.person ?? record?.fetched?.person ?? record?.waiting;
  return (
    <aside className={styles.panel} aria-label={t`Preview`}>
      <div className={styles.panelHead}>
        <small>
          {place !== null && (
            <Trans>
              {place} of {count}
            </Trans>
          )}{' '}
          {!isStuck(record?.badge) && <RowSyncBadge badge={record?.badge} />}
        </small>
        <span>
          <Step label={t`Previous person`} run={onMove(-1)} icon={<IconChevronUp aria-hidden="true" />} />
          <Step label={t`Next person`} run={onMove(1)} icon={<IconChevronDown aria-hidden="true" />} />
          <LinkButton
            small
            variant="plain"
            to="/user/view-details/$personId"
            params={{ personId: id }}
            search={{ from: 'people' }}
          >
            <Trans>Open</Trans>
          </LinkButton>
          <IconButton aria-label={t`Close preview`} onPress={onClose}>
            <IconX aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      {known && !record?.person && <h2>{personName(known)}</h2>}
      {!record && <Skeleton leading="none" />}
      {record?.person && <Synced record={record} person={record.person} />}
      {record && !record.person && <PersonNotSynced key={id} record={record} />}
    </aside>
  );
}

function Step({ label, run, icon }: { label: string; run: (() => void) | undefined; icon: ReactElement }) {
  return (
    <IconButton aria-label={label} isDisabled={run === undefined} {...(run && { onPress: run })}>
      {icon}
    </IconButton>
  );
}

function Synced({ record, person }: { record: PersonRecord; person: Person }): ReactElement {
  const now = useNow('minute');
  const late = record.tasks.find(({ state, start_at }) => state === 'planned' && Date.parse(start_at) < now);
  return (
    <>
      {isStuck(record.badge) && <PendingChanges badge={record.badge} />}
      <PersonIdentity person={person}>
        <h2>{personName(person)}</h2>
      </PersonIdentity>
      {person.do_not_contact ? (
        <Banner tone="need" title={<Trans>Asked not to be called or messaged</Trans>}>
          <Trans>They told someone, who recorded it.</Trans>
        </Banner>
      ) : (
        <ActionRow>
          <PersonButtons person={person} />
        </ActionRow>
      )}
      {late && <LateTask task={late} now={now} />}
      <Card>
        <PersonDetails person={person} />
      </Card>
      <PanelHistory key={person.id} id={person.id} now={now} />
    </>
  );
}

/** An overdue task, with a button to start it. */
function LateTask({ task, now }: { task: Task; now: number }): ReactElement {
  return (
    <div className={styles.late}>
      <div>
        <strong>{task.title}</strong>
        {formatRecent(task.start_at, now)}
      </div>
      <LinkButton small to="/tasks/$taskId" params={{ taskId: task.id }}>
        <Trans>Start</Trans>
      </LinkButton>
    </div>
  );
}

function PanelHistory({ id, now }: { id: string; now: number }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const [limit, setLimit] = useState(HISTORY_ROWS);
  const timeline = useLiveQuery(async () => savedTimeline(db, { id, limit, kind: null }), [db, id, limit]);
  return (
    <Section title={<Trans>History</Trans>}>
      {!timeline && <Skeleton rows={3} />}
      {timeline?.items.length === 0 && (
        <small>
          <Trans>Nothing logged yet.</Trans>
        </small>
      )}
      {timeline && timeline.items.length > 0 && (
        <List aria-label={t`History`}>
          {timeline.items.map((item) => (
            <TimelineRow key={`${item.kind} ${item.id}`} item={item} now={now} />
          ))}
        </List>
      )}
      {timeline?.hasMore && (
        <Button variant="ghost" onPress={() => setLimit(limit + HISTORY_ROWS)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Section>
  );
}
