import type { EntityRows } from '../../handlers.ts';
import { readChangedEmployees, countEmployees, employeeById, readEmployeePage } from './repository.ts';

export const employeeRows: EntityRows<'employees'> = {
  storage: { table: 'users', tombstones: false, erase: 'erased with another entity' },
  changed: readChangedEmployees,
  page: readEmployeePage,
  count: countEmployees,
  one: employeeById,
};
