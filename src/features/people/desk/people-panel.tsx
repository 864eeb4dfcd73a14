import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { Person } from '../../../../contract/entities/person.ts';
import type { Task } from '../../../../contract/entities/task.ts';
import { PersonPreview } from '../../../components/person/person-preview.tsx';
import { personName } from '../../../components/person/person-labels.ts';
import { PanelHead, type PanelPosition } from '../../../components/table/panel-head.tsx';
import { SidePanel } from '../../../components/table/side-panel.tsx';
import { useStore } from '../../../hooks/store-context.tsx';
import { formatRecent } from '../../../lib/dates.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { List } from '../../../ui/list.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { PersonNotSynced } from '../person-not-synced.tsx';
import { savedPersonRecord, type PersonRecord } from '../person-queries.ts';
import { savedTimeline } from '../timeline.ts';
import { TimelineRow } from '../timeline-row.tsx';
import styles from './desk.module.css';

const HISTORY_ROWS = 20;

export interface PeoplePanelProps extends PanelPosition {
  id: string;
}

/** A panel beside the table that previews a person without leaving the list. */
export function PeoplePanel({ id, ...place }: PeoplePanelProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const loaded = useLiveQuery(async () => savedPersonRecord(db, id), [db, id]);
  const record = loaded?.id === id ? loaded : undefined;
  const knownPerson = record?.person ?? record?.fetched?.person ?? record?.waiting;
  return (
    <SidePanel aria-label={t`Preview`} onClose={place.onClose}>
      <PanelHead {...place} badge={record?.badge}>
        <LinkButton
          small
          variant="plain"
          to="/user/view-details/$personId"
          params={{ personId: id }}
          search={{ from: 'people' }}
        >
          <Trans>Open</Trans>
        </LinkButton>
      </PanelHead>
      {knownPerson && !record?.person && <h2>{personName(knownPerson)}</h2>}
      {!record && <Skeleton leading="none" />}
      {record?.person && <Synced record={record} person={record.person} />}
      {record && !record.person && <PersonNotSynced key={id} record={record} />}
    </SidePanel>
  );
}

function Synced({ record, person }: { record: PersonRecord; person: Person }): ReactElement {
  const now = useNow('minute');
  const overdueTask = record.tasks.find(({ state, start_at }) => state === 'planned' && Date.parse(start_at) < now);
  return (
    <>
      <PersonPreview person={person} badge={record.badge}>
        {overdueTask && <OverdueTask task={overdueTask} now={now} />}
      </PersonPreview>
      <PanelHistory key={person.id} id={person.id} now={now} />
    </>
  );
}

/** An overdue task, with a button to start it. */
function OverdueTask({ task, now }: { task: Task; now: number }): ReactElement {
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
