import { useLingui } from '@lingui/react/macro';
import type { Sort, OwnerFilter } from '../../bridge/search-api.ts';

export function useSortLabels(): Record<Sort, string> {
  const { t } = useLingui();
  return { name: t`By name`, newest: t`Newest first`, next_step: t`By next step` };
}

export function useOwnerLabels(): Record<OwnerFilter, string> {
  const { t } = useLingui();
  return {
    mine: t({ message: 'Mine', context: 'contacts' }),
    team: t({ message: 'Team', context: 'contacts' }),
    all: t({ message: 'Mine and team', context: 'contacts' }),
  };
}
