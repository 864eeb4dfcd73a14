import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AccountFlag, AdminUser } from '../../../contract/api-calls/admin.ts';
import type { AccountOrdering, AccountState } from '../../../contract/filter-values.ts';
import type { BadgeProps } from '../../ui/badge.tsx';

export const stateLabels: Record<AccountState, MessageDescriptor> = {
  active: msg({ message: 'Active', context: 'account' }),
  not_active: msg({ message: 'Not active', context: 'account' }),
  blocked: msg({ message: 'Blocked', context: 'account' }),
};

export const stateTones: Record<AccountState, NonNullable<BadgeProps['tone']>> = {
  active: 'ok',
  not_active: 'quiet',
  blocked: 'need',
};

export const stateOf = ({ is_active, is_blocked }: Pick<AdminUser, 'is_active' | 'is_blocked'>): AccountState => {
  if (is_blocked) return 'blocked';
  return is_active ? 'active' : 'not_active';
};

export const flagLabels: Record<AccountFlag, MessageDescriptor> = {
  is_staff: msg`Employee`,
  is_manager: msg`Manager`,
  is_superuser: msg`Administrator`,
  is_active: msg({ message: 'Active', context: 'account' }),
  is_blocked: msg`Blocked`,
};

/** Returns the roles of an account for its badges, the highest first. A manager is always an employee too. */
export function roleLabels({ is_staff, is_manager, is_superuser }: AdminUser): MessageDescriptor[] {
  return [
    ...(is_superuser ? [flagLabels.is_superuser] : []),
    ...(is_manager ? [flagLabels.is_manager] : []),
    ...(is_staff && !is_manager ? [flagLabels.is_staff] : []),
  ];
}

export const orderLabels: Record<AccountOrdering, MessageDescriptor> = {
  '-created_at': msg`Newest first`,
  created_at: msg`Oldest first`,
  name: msg`By name`,
  '-name': msg`By name, Z to A`,
  country: msg`By country`,
  '-country': msg`By country, Z to A`,
};
