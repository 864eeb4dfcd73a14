import { useLingui } from '@lingui/react/macro';
import IconGauge from '@tabler/icons-react/dist/esm/icons/IconGauge.mjs';
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs';
import type { Employee } from '../../../contract/entities/employee.ts';
import type { TableAction } from '../../components/table/bulk-actions.tsx';
import type { TeamSetting } from './team-bulk.ts';

/** Returns the actions on the selected employees. `onStart` opens the sheet of the chosen action. */
export function useTeamActions(
  onStart: (setting: TeamSetting, employees: readonly Employee[]) => void,
): TableAction<Employee>[] {
  const { t } = useLingui();
  return [
    {
      ...{ key: 'limit', letter: 'l', label: t`Set daily limit`, icon: <IconGauge aria-hidden="true" /> },
      onPress: (employees) => onStart('daily_limit', employees),
    },
    {
      ...{ key: 'rating', letter: 'r', label: t`Set rating`, icon: <IconStar aria-hidden="true" /> },
      onPress: (employees) => onStart('rating', employees),
    },
  ];
}
