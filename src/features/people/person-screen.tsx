import { Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { partnerOf } from '../../../contract/entities/partner.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { PersonButtons } from '../../components/person/person-buttons.tsx';
import { personName } from '../../components/person/person-labels.ts';
import { RowSyncBadge } from '../../components/sync/row-sync-badge.tsx';
import { isStuck, PendingChanges } from '../../components/sync/pending-changes.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useIsWriteSupported } from '../../hooks/use-is-write-supported.ts';
import { TaskRow } from '../../components/task/task-row.tsx';
import { formatRecent } from '../../lib/dates.ts';
import { ActionRow } from '../../ui/action-row.tsx';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card, Section, Stack } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Columns } from '../../ui/layout.tsx';
import { List } from '../../ui/list.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useNow } from '../../ui/use-now.ts';
import { ActionLog } from './action-log.tsx';
import { History } from './history.tsx';
import { NoteBox } from './note-box.tsx';
import { PersonNotSynced } from './person-not-synced.tsx';
import { StickyPersonHead } from '../../components/person/person-head.tsx';
import styles from '../../components/person/person-head.module.css';
import { PersonDetails } from '../../components/person/person-details.tsx';
import { PartnerCard } from './partner/partner-card.tsx';
import { PersonActions } from './person-steps.tsx';
import { ReturnNotice } from './return-notice.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { lastPeopleSearch } from './last-search.ts';
import { savedPersonRecord, type PersonRecord } from './person-queries.ts';

const route = getRouteApi('/_member/_staff/user/view-details/$personId');

/** /user/view-details/{pk}: one person with status, actions and timeline. */
export function PersonScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const { personId: id } = route.useParams();
  const loaded = useLiveQuery(async () => savedPersonRecord(db, id), [db, id]);
  const record = loaded?.id === id ? loaded : undefined;
  const person = record?.person ?? null;
  const knownPerson = person ?? record?.fetched?.person ?? record?.waiting;
  const { tab, from } = route.useSearch();
  const isLog = tab === 'log';
  const name = knownPerson ? personName(knownPerson) : t`Person`;
  const backLink = isLog ? (
    <BackLink to="/user/view-details/$personId" params={{ personId: id }} search={{ from }}>
      {name}
    </BackLink>
  ) : from === 'people' ? (
    <BackLink to="/people" search={lastPeopleSearch(actor.user_id)}>{t`People`}</BackLink>
  ) : from === 'partners' ? (
    <BackLink to="/partners">{t`Partners`}</BackLink>
  ) : (
    <BackLink to="/leads">{t`Leads`}</BackLink>
  );
  return (
    <Screen
      title={isLog ? t`Action log` : name}
      documentTitle={isLog ? t`Action log` : t`Person`}
      back={backLink}
      hasOwnHead={!isLog && (!record || person !== null)}
      narrow={isLog || !person}
    >
      {!record && <Skeleton leading="none" />}
      {record && isLog && <ActionLog key={id} id={id} />}
      {record &&
        !isLog &&
        (person ? <SyncedPerson record={record} person={person} /> : <PersonNotSynced record={record} />)}
    </Screen>
  );
}

interface SyncedPersonProps {
  record: PersonRecord;
  person: Person;
}

/** Media query for the width from which `Columns` shows the side column beside the content. */
const SIDE_COLUMN_QUERY = '(min-width: 1024px)';

/** A person on this device: header, note composer, tasks and timeline; the details are collapsed on a narrow screen. */
function SyncedPerson({ record, person }: SyncedPersonProps): ReactElement {
  const { t } = useLingui();
  const { actor } = useStore();
  const hasSide = useMediaQuery(SIDE_COLUMN_QUERY);
  const isSupported = useIsWriteSupported();
  const isMine = person.responsible_id === actor.user_id;
  const partner = partnerOf(person);
  const partnerCard = partner && <PartnerCard person={person} partner={partner} />;
  const noteBox = isSupported('person.note') && <NoteBox key={`note ${person.id}`} person={person} />;
  const tasks = <PlannedTasks record={record} person={person} isMine={isMine} />;
  // Unsent changes appear and disappear with each save, so they are placed where they move no buttons or rows.
  const unsent = !isStuck(record.badge) && <PendingChanges badge={record.badge} />;
  const history = <History key={`history ${person.id}`} id={person.id} isMine={isMine} />;
  return (
    <div className={styles.page}>
      {isStuck(record.badge) && <PendingChanges badge={record.badge} />}
      <StickyPersonHead
        person={person}
        actions={
          <ActionRow>
            {!person.do_not_contact && <PersonButtons person={person} />}
            <PersonActions person={person} planned={record.tasks.length} />
          </ActionRow>
        }
      />
      <ReturnNotice person={person} />
      {person.do_not_contact && (
        <Banner tone="need" title={<Trans>Asked not to be called or messaged</Trans>}>
          <Trans>They told someone, who recorded it.</Trans>
        </Banner>
      )}
      {hasSide ? (
        <Columns
          side={
            <Stack>
              <Card>
                <PersonDetails person={person} />
              </Card>
              {partnerCard}
              {unsent}
            </Stack>
          }
        >
          <Stack>
            {noteBox}
            {tasks}
            {history}
          </Stack>
        </Columns>
      ) : (
        <Stack>
          <Stack gap="m">
            {noteBox}
            <Fold
              title={t`Details`}
              hint={
                <>
                  {unsent && <RowSyncBadge badge={record.badge} />} {person.city}
                </>
              }
            >
              {unsent}
              <PersonDetails person={person} />
            </Fold>
          </Stack>
          {tasks}
          {partnerCard}
          {history}
        </Stack>
      )}
    </div>
  );
}

/** Lists the planned tasks with a person, by start. */
function PlannedTasks({ record, person, isMine }: SyncedPersonProps & { isMine: boolean }): ReactElement {
  const { t } = useLingui();
  const now = useNow('minute');
  const addButton = (
    <LinkButton small variant="soft" writes to="/tasks" search={{ with: person.id }}>
      <Trans>Add task</Trans>
    </LinkButton>
  );
  return (
    <Section title={<Trans>Next</Trans>} end={addButton}>
      {record.tasks.length === 0 && (
        <small>
          {isMine ? (
            <Trans>No tasks planned with them.</Trans>
          ) : (
            <Trans>You have no tasks planned with them. Tasks of other employees are not on this device.</Trans>
          )}
        </small>
      )}
      {record.tasks.length > 0 && (
        <List aria-label={t`Next`}>
          {record.tasks.map((task) => (
            <TaskRow
              key={task.id}
              task={task}
              subtitle={task.state === 'in_progress' ? t`Running` : formatRecent(task.start_at, now)}
              tone={Date.parse(task.start_at) < now ? 'need' : 'quiet'}
              badge={<RowSyncBadge badge={record.taskBadges.get(task.id)} />}
            />
          ))}
        </List>
      )}
    </Section>
  );
}
