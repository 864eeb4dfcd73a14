import type { AccountCounts, AdminUser, AuditLine } from '../../contract/api-calls/admin.ts';

export const OLGA = '0198c000-0000-7000-8000-0000000000e1';
export const VIKTOR = '0198c000-0000-7000-8000-000000000001';
export const FETCHED_AT = '2036-12-01T14:20:00.000Z';

export const makeUser = (change: Partial<AdminUser> = {}): AdminUser => ({
  id: OLGA,
  rev: 1,
  first_name: 'Olga',
  last_name: 'Sommer',
  email: 'olga@example.org',
  phone: '+4915200000100',
  language: 'de',
  country: 'DE',
  is_staff: true,
  is_manager: false,
  is_superuser: false,
  is_active: true,
  is_blocked: false,
  has_password: true,
  created_at: '2024-05-20T08:00:00.000Z',
  last_seen_at: null,
  ...change,
});

export const accountCounts: AccountCounts = {
  employees: 28,
  managers: 4,
  superusers: 2,
  admins: 2,
  not_active: 5,
  blocked: 3,
};

export const makeLine = (change: Partial<AuditLine> = {}): AuditLine => ({
  id: '0198c000-0000-7000-8000-0000000000f1',
  at: FETCHED_AT,
  action: 'user_updated',
  actor_id: VIKTOR,
  actor_name: 'Viktor Adler',
  target_id: OLGA,
  target_name: 'Olga Sommer',
  ip: null,
  detail: {},
  ...change,
});
