import type { EntityRows } from '../../handlers.ts';
import { changedEmployees, countEmployees, employeeById, employeePage } from './repository.ts';

export const employeeRows: EntityRows<'employees'> = {
  storage: { table: 'users', tombstones: false, erase: 'erased with another entity' },
  changed: changedEmployees,
  page: employeePage,
  count: countEmployees,
  one: employeeById,
};
