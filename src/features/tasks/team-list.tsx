import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { sync } from '../../bridge/sync.ts';
import { WorkingBadge } from '../../components/employee/working-badge.tsx';
import { failureText } from '../../components/error/error-messages.ts';
import { type Fetching, useFetched } from '../../hooks/use-fetched.ts';
import { formatRecent } from '../../lib/dates.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './team-day.module.css';
import type { TeamDay, EmployeeDay } from './team-queries.ts';

/** Interval in ms at which the activity of the team is fetched while the screen is visible. */
const REFRESH_MS = 5 * 60_000;

/** Leads received today as a share of the daily limit, as a bar and as text. */
function LeadsToday({ employee: { daily_limit }, taken }: EmployeeDay): ReactElement {
  const limit = daily_limit ?? 0;
  if (taken === null)
    return (
      <span className={styles.load}>
        <Trans>Up to {daily_limit} leads per day</Trans>
      </span>
    );
  const takenCount = taken;
  const share = Math.min(1, taken / Math.max(1, limit));
  return (
    <span className={styles.load}>
      <span className={styles.bar} aria-hidden="true">
        {share > 0 && <i style={{ width: `${share * 100}%` }} />}
      </span>
      <Trans context="short">
        {takenCount} of {daily_limit} leads today
      </Trans>
    </span>
  );
}

/** The number of overdue tasks and of unsent changes, if there are any. */
function AttentionCounts({ overdue, pending, oldestPendingAt, now }: EmployeeDay & { now: number }): ReactElement {
  return (
    <span className={styles.needs}>
      {overdue > 0 && (
        <b data-tone="need">
          <Plural value={overdue} one="# task overdue" other="# tasks overdue" />
        </b>
      )}
      {pending > 0 && (
        <span data-tone="wait">
          <Plural value={pending} one="# not sent yet" other="# not sent yet" />
          {oldestPendingAt && <Trans>, oldest {formatRecent(oldestPendingAt, now)}</Trans>}
        </span>
      )}
    </span>
  );
}

function MemberRow({ member, isFetched, now }: { member: EmployeeDay; isFetched: boolean; now: number }): ReactElement {
  const { employee, lastSeenAt } = member;
  const { id, name } = employee;
  const facts = (
    <span className={styles.facts}>
      <WorkingBadge employee={employee} now={now} />
      <LeadsToday {...member} />
      <AttentionCounts {...member} now={now} />
      <span className={styles.seen}>
        {lastSeenAt && <Trans context="short">Last seen {formatRecent(lastSeenAt, now)}</Trans>}
        {!lastSeenAt && isFetched && <Trans context="short">Not seen yet</Trans>}
      </span>
    </span>
  );
  return (
    <RowLink
      to="/employees/$employeeId"
      params={{ employeeId: id }}
      leading={<Avatar name={name} id={id} />}
      title={name}
      wrapTitle
      badge={facts}
    />
  );
}

/** Shows how old the figures are and why they are not newer, with a button to refresh them. */
function Freshness({ at, fetching: { done, again } }: { at: string | null; fetching: Fetching }): ReactElement {
  const { t } = useLingui();
  const now = useNow('minute');
  const age = at && formatRecent(at, now);
  const failure = done && !done.ok ? t(failureText(done).title) : null;
  return (
    <div className={styles.freshness}>
      <small role="status">
        {age && <Trans>As of {age}</Trans>}
        {!age && done && <Trans>Figures haven't synced yet</Trans>}
        {failure && ` · ${failure}`}
      </small>
      <Button small variant="plain" isPending={done === undefined} onPress={again}>
        <Trans>Refresh</Trans>
      </Button>
    </div>
  );
}

/** The manager's team, one row per employee. Employees who need the manager's attention come first. */
export function TeamList({ team }: { team: TeamDay }): ReactElement {
  const { t } = useLingui();
  const now = useNow('minute');
  const round = Math.floor(now / REFRESH_MS);
  const fetching = useFetched(`employees:${round}`, () => sync.account('fetchEmployees'));
  return (
    <Section title={<Trans>Team</Trans>} end={<TextLink to="/employees">{t`All employees`}</TextLink>}>
      <List aria-label={t`Team`}>
        {team.members.map((member) => (
          <MemberRow key={member.employee.id} member={member} isFetched={team.fetched_at !== null} now={now} />
        ))}
      </List>
      <Freshness at={team.fetched_at} fetching={fetching} />
    </Section>
  );
}
