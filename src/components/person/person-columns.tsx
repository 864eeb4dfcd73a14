import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import { type ReactElement, useMemo } from 'react';
import type { StructureUser } from '../../../contract/api-calls/people.ts';
import type { Person } from '../../../contract/entities/person.ts';
import type { RowBadge } from '../../db/queries/badges.ts';
import { countryName } from './person-row.tsx';
import { languageLabels, leadStatusLabels, leadStatusTones, personName, sourceLabels } from './person-labels.ts';
import { taskTypeLabels } from '../task/task-labels.ts';
import { useOverdueText } from '../task/task-time.ts';
import { useReturnText } from '../lead/return-text.ts';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { formatDate, formatDateTime, formatRecent, isSameDay } from '../../lib/dates.ts';
import { formatAgo, formatDuration, uncapitalize } from '../../lib/intl-formats.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { TableColumn } from '../table/table-columns.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './person-columns.module.css';

/**
 * A row of a table of people: a person with the state of their unsent changes. Only rows from the server's list have
 * computed columns.
 */
export type TablePerson = Person &
  Partial<Pick<StructureUser, 'next_task' | 'last_contact_at' | 'open_tasks' | 'tags_groups'>> & {
    badge: RowBadge | undefined;
  };

const MINUTE_MS = 60_000;
const MINUTES_PER_DAY = 24 * 60;

/**
 * The name with the photo, and a clock while a change is unsent. The name is not a link, because rendering a router
 * link while scrolling costs more than rendering the rest of the row; a press on the row opens the person.
 */
function NameCell({ person }: { person: TablePerson }): ReactElement {
  const { t } = useLingui();
  const name = personName(person);
  return (
    <>
      <Avatar name={name} id={person.id} size="s" />
      <span className={styles.name}>{name}</span>
      {person.badge && (
        <span className={styles.unsent} title={t`Not sent yet`}>
          <IconClock aria-hidden="true" />
          <VisuallyHidden>{t`Not sent yet`}</VisuallyHidden>
        </span>
      )}
    </>
  );
}

/**
 * The next step with a person: red if it is overdue, amber for a waiting lead and for a lead that returns to the pool.
 */
function NextStep({ person, now }: { person: TablePerson; now: number }): ReactElement | null {
  const { t, i18n } = useLingui();
  const overdueText = useOverdueText();
  const returnText = useReturnText(now);
  const { status, waiting_since, created_at, next_task, next_step_at } = person;
  if (status === 'waiting') {
    const waited = formatDuration(now - Date.parse(waiting_since ?? created_at), i18n.locale);
    return <span data-tone="wait" className={styles.tone}>{t`Waiting for ${waited}`}</span>;
  }
  const returnLabel = returnText(person);
  if (returnLabel !== '')
    return (
      <span data-tone="wait" className={styles.tone}>
        {returnLabel}
      </span>
    );
  if (next_task === undefined) return next_step_at === null ? null : <PlannedStep at={next_step_at} now={now} />;
  if (next_task === null) return <span className={styles.quiet}>{t`No next step`}</span>;
  const type = t(taskTypeLabels[next_task.type]);
  const minutesLate = Math.floor((now - Date.parse(next_task.start_at)) / MINUTE_MS);
  if (minutesLate <= 0) {
    const at = formatRecent(next_task.start_at, now);
    return <span>{`${type}, ${isSameDay(next_task.start_at, now) ? t`today ${at}` : at}`}</span>;
  }
  const unit = minutesLate < MINUTES_PER_DAY ? 'minutes' : 'days';
  const count = unit === 'minutes' ? minutesLate : Math.floor(minutesLate / MINUTES_PER_DAY);
  return (
    <span data-tone="need" className={styles.tone}>{`${type}, ${uncapitalize(overdueText({ unit, count }))}`}</span>
  );
}

/** The time of a next step, used if the row does not contain its task. Red if it has passed. */
function PlannedStep({ at, now }: { at: string; now: number }): ReactElement {
  const isLate = Date.parse(at) < now;
  return (
    <span {...(isLate && { 'data-tone': 'need' })} className={isLate ? styles.tone : undefined}>
      {formatRecent(at, now)}
    </span>
  );
}

/** The first tag and the number of further tags. The tooltip lists all of them. */
function TagsCell({ tags }: { tags: readonly string[] }): ReactElement | null {
  const [first, ...rest] = tags;
  if (first === undefined) return null;
  return (
    <span className={styles.tags} title={tags.join(', ')}>
      <span className={styles.tag}>{first}</span>
      {rest.length > 0 && <small>+{rest.length}</small>}
    </span>
  );
}

function StatusCell({ person }: { person: TablePerson }): ReactElement {
  const { t } = useLingui();
  const { status } = person;
  return <StatusDot tone={leadStatusTones[status]}>{t(leadStatusLabels[status])}</StatusDot>;
}

// These are message descriptors and not texts, because module code runs before a language is active.
const headers = {
  name: msg({ message: 'Name', context: 'name of a person' }),
  status: msg`Status`,
  responsible_name: msg`Employee`,
  language: msg`Language`,
  country: msg`Country`,
  city: msg`City`,
  next_task: msg`Next step`,
  tags: msg`Tags`,
  last_contact_at: msg`Last contact`,
  phone: msg`Phone`,
  email: msg`Email`,
  source: msg`Source`,
  open_tasks: msg`Open tasks`,
  created_at: msg({ message: 'Created', context: 'date of a person' }),
  updated_at: msg({ message: 'Changed', context: 'date of the last change' }),
};

const never = msg`Never`;

type Groups = readonly { key: string; label: string }[];

interface ColumnTexts {
  t: ReturnType<typeof useLingui>['t'];
  locale: string;
  phoneText: (number: string) => string;
  /** The current time for all cells. A timer in each row would cost more than rendering the row. */
  now: number;
}

const timeText = (at: string | null): string => (at === null ? '' : formatDateTime(at));

function columnsOf({ t, locale, phoneText, now }: ColumnTexts, groups: Groups): TableColumn<TablePerson>[] {
  const language = (code: string): string => (languageLabels[code] ? t(languageLabels[code]) : code);
  const texts: Record<string, (person: TablePerson) => string> = {
    name: personName,
    status: ({ status }) => t(leadStatusLabels[status]),
    responsible_name: ({ responsible_name }) => responsible_name ?? '',
    language: (person) => language(person.language),
    country: (person) => countryName(locale, person.country),
    city: ({ city }) => city,
    phone: ({ phone }) => (phone ? phoneText(phone) : ''),
    email: ({ email }) => email ?? '',
    source: ({ source }) => (source ? t(sourceLabels[source]) : ''),
    tags: ({ tags }) => tags.join(', '),
    open_tasks: ({ open_tasks }) => (open_tasks === undefined ? '' : String(open_tasks)),
    next_task: ({ next_task, next_step_at }) =>
      next_task
        ? `${t(taskTypeLabels[next_task.type])}, ${formatDateTime(next_task.start_at)}`
        : timeText(next_step_at),
    last_contact_at: ({ last_contact_at }) => timeText(last_contact_at ?? null),
    created_at: ({ created_at }) => formatDate(created_at),
    updated_at: ({ updated_at }) => formatDate(updated_at),
  };
  const textOf = (person: TablePerson, column: string): string =>
    texts[column]?.(person) ?? (person.tags_groups?.[column] ?? []).join(', ');
  const plain = (id: string, header: string, width: number, isSortable = false): TableColumn<TablePerson> => ({
    id,
    header,
    width,
    isSortable,
    value: (person) => textOf(person, id),
    cell: (person) => textOf(person, id),
  });
  return [
    {
      ...plain('name', t(headers.name), 200, true),
      isRowHead: true,
      cell: (person) => <NameCell person={person} />,
    },
    {
      ...plain('status', t(headers.status), 136, true),
      keepsWidth: true,
      cell: (person) => <StatusCell person={person} />,
    },
    plain('responsible_name', t(headers.responsible_name), 140, true),
    { ...plain('language', t(headers.language), 112, true), isSecondary: true },
    { ...plain('country', t(headers.country), 110, true), isSecondary: true },
    { ...plain('city', t(headers.city), 110, true), isSecondary: true },
    {
      ...plain('next_task', t(headers.next_task), 216, true),
      order: ({ next_task, next_step_at }) => next_task?.start_at ?? next_step_at,
      cell: (person) => <NextStep person={person} now={now} />,
    },
    { ...plain('tags', t(headers.tags), 120), grows: true, cell: ({ tags }) => <TagsCell tags={tags} /> },
    {
      ...plain('last_contact_at', t(headers.last_contact_at), 128),
      isNumeric: true,
      order: ({ last_contact_at }) => last_contact_at ?? null,
      cell: ({ last_contact_at: at }) =>
        at === null ? <span className={styles.quiet}>{t(never)}</span> : at && formatAgo(at, now),
    },
    { ...plain('phone', t(headers.phone), 150), isSecondary: true },
    { ...plain('email', t(headers.email), 190), isSecondary: true },
    { ...plain('source', t(headers.source), 130), isSecondary: true },
    { ...plain('open_tasks', t(headers.open_tasks), 100), isNumeric: true },
    { ...plain('created_at', t(headers.created_at), 104, true), order: ({ created_at }) => created_at },
    { ...plain('updated_at', t(headers.updated_at), 104, true), order: ({ updated_at }) => updated_at },
    ...groups.map(({ key, label }) => plain(key, label, 120)),
  ];
}

/**
 * Returns the columns of a table of people, with one column for each group of tags. Phone numbers are formatted only if
 * they are shown.
 */
export function usePersonColumns(groups: Groups, isPhoneShown = true): TableColumn<TablePerson>[] {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const phoneText = usePhoneText(isPhoneShown);
  // `groups` is a new object with each fetched page, so the columns depend on its JSON text.
  const key = JSON.stringify(groups);
  const now = useNow('minute');
  return useMemo(
    () => columnsOf({ t, locale, phoneText, now }, JSON.parse(key) as Groups),
    [t, locale, phoneText, now, key],
  );
}
