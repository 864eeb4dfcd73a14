import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Employee } from '../../../contract/entities/employee.ts';
import type { employeeStates } from '../../../contract/table-orders.ts';
import { defaultWorkTimes, isWorkingTime } from '../../../contract/work-times.ts';
import type { EmployeesSearch } from './search-params.ts';

type EmployeeState = (typeof employeeStates)[number];

export const stateLabels: Record<EmployeeState, MessageDescriptor> = {
  working: msg`Working now`,
  off: msg`Off now`,
  blocked: msg`Blocked`,
};

/** Returns whether an employee is at work, off or blocked. */
export function stateOf({ is_blocked, work_times, time_zone }: Employee, now: number): EmployeeState {
  if (is_blocked) return 'blocked';
  return isWorkingTime(work_times ?? defaultWorkTimes(time_zone ?? 'UTC'), now) ? 'working' : 'off';
}

/** Returns the employees who match the filters. */
export const filteredTeam = (
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
