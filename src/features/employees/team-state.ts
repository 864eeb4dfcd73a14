import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Employee } from '../../../contract/entities/employee.ts';
import type { employeeStates } from '../../../contract/table-orders.ts';
import { isWorkingTime } from '../../../contract/work-times.ts';
import type { BadgeProps } from '../../ui/badge.tsx';
import { scheduleOf } from './queries.ts';
import type { EmployeesSearch } from './search-params.ts';

type EmployeeState = (typeof employeeStates)[number];

export const stateLabels: Record<EmployeeState, MessageDescriptor> = {
  working: msg`Working now`,
  off: msg`Off now`,
  blocked: msg`Blocked`,
};

export const stateTones: Record<EmployeeState, NonNullable<BadgeProps['tone']>> = {
  working: 'ok',
  off: 'quiet',
  blocked: 'need',
};

/** Returns whether an employee is at work, off or blocked. */
export function stateOf(employee: Employee, now: number): EmployeeState {
  if (employee.is_blocked) return 'blocked';
  return isWorkingTime(scheduleOf(employee), now) ? 'working' : 'off';
}

/** Returns the employees who match the filters. */
export const filterTeam = (
  team: readonly Employee[],
  { work_state, language, country }: EmployeesSearch,
  now: number,
): Employee[] =>
  team.filter(
    (employee) =>
      (work_state === undefined || stateOf(employee, now) === work_state) &&
      (language === undefined || employee.language === language) &&
      (country === undefined || employee.country === country),
  );
