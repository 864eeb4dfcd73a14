import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { EmployeeActivity } from '../../../contract/api-calls/employees.ts';
import type { Employee } from '../../../contract/entities/employee.ts';
import { WorkingBadge } from '../../components/employee/working-badge.tsx';
import { CheckCard, type CardSelection, SelectableCards } from '../../components/table/card-selection.tsx';
import { lastPullAt, lastSeenAt, oldestPendingAt, countPending } from '../../db/queries/employees.ts';
import { formatRecent } from '../../lib/dates.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { RowLink } from '../../ui/list.tsx';
import styles from './employees.module.css';

/** Shows when an employee was last seen, and how many changes they have not sent yet. */
function ActivityFigures({ activity, now }: { activity: EmployeeActivity; now: number }): ReactElement {
  const { devices } = activity;
  const [seenAt, pulledAt, oldestAt] = [lastSeenAt(devices), lastPullAt(devices), oldestPendingAt(devices)];
  const pending = countPending(devices);
  const at = (when: string): string => formatRecent(when, now);
  const version = devices[0]?.app_version;
  return (
    <div className={styles.details}>
      <span>{seenAt ? <Trans>Last seen {at(seenAt)}</Trans> : <Trans>Not seen yet</Trans>}</span>
      {pulledAt && (
        <span>
          <Trans>Last full sync {at(pulledAt)}</Trans>
        </span>
      )}
      {version && (
        <span>
          <Trans>Version {version}</Trans>
        </span>
      )}
      {pending > 0 && (
        <span>
          <Plural value={pending} one="# not sent yet" other="# not sent yet" />
          {oldestAt && <Trans>, oldest {at(oldestAt)}</Trans>}
        </span>
      )}
    </div>
  );
}

interface TeamRowProps {
  employee: Employee;
  activity: EmployeeActivity | undefined;
  now: number;
}

function TeamRow({ employee, activity, now }: TeamRowProps): ReactElement {
  const { id, name, daily_limit, rating } = employee;
  const takenCount = activity?.taken_today;
  return (
    <RowLink
      to="/employees/$employeeId"
      params={{ employeeId: id }}
      leading={<Avatar name={name} id={id} />}
      title={name}
      wrapTitle
      badge={<WorkingBadge employee={employee} now={now} />}
      subtitle={
        <>
          {takenCount === undefined ? (
            <Trans>Up to {daily_limit} leads per day</Trans>
          ) : (
            <Trans>
              {takenCount} of {daily_limit} leads today
            </Trans>
          )}
          {' · '}
          {rating === 0 ? <Trans>Manual only</Trans> : <Trans>Rating {rating}</Trans>}
        </>
      }
      meta={activity && <ActivityFigures activity={activity} now={now} />}
    />
  );
}

interface TeamCardsProps {
  team: readonly Employee[];
  activity: ReadonlyMap<string, EmployeeActivity> | undefined;
  selection: CardSelection;
  now: number;
}

/** The employees of the team as cards, for a phone. A long press on a card starts the selection of several cards. */
export function TeamCards({ team, activity, selection, now }: TeamCardsProps): ReactElement {
  const { t } = useLingui();
  return (
    <SelectableCards aria-label={t`My team`} selection={selection} keys={team.map(({ id }) => id)}>
      {team.map((employee) =>
        selection.isSelecting ? (
          <CheckCard
            key={employee.id}
            name={employee.name}
            badge={<WorkingBadge employee={employee} now={now} />}
            isSelected={selection.selected.has(employee.id)}
            onToggle={() => selection.toggle(employee.id)}
          />
        ) : (
          <TeamRow key={employee.id} employee={employee} activity={activity?.get(employee.id)} now={now} />
        ),
      )}
    </SelectableCards>
  );
}
