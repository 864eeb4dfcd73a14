import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Employee } from '../../../contract/entities/employee.ts';
import { defaultWorkTimes, isWorkingTime } from '../../../contract/work-times.ts';
import { Badge } from '../../ui/badge.tsx';

/** Shows whether an employee is blocked, working or off at this time in their own time zone. */
export function WorkingBadge({ employee, now }: { employee: Employee; now: number }): ReactElement {
  if (employee.is_blocked)
    return (
      <Badge tone="need">
        <Trans>Blocked</Trans>
      </Badge>
    );
  const times = employee.work_times ?? defaultWorkTimes(employee.time_zone ?? 'UTC');
  return isWorkingTime(times, now) ? (
    <Badge tone="ok">
      <Trans>Working now</Trans>
    </Badge>
  ) : (
    <Badge>
      <Trans>Off now</Trans>
    </Badge>
  );
}
