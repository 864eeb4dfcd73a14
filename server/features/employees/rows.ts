import type { EntityRows } from '../../handlers.ts';
import { changedEmployees, countEmployees, employeeById, employeePage } from './repository.ts';

export const employeeRows: EntityRows<'employees'> = {
  changed: changedEmployees,
  page: employeePage,
  count: countEmployees,
  one: employeeById,
};
