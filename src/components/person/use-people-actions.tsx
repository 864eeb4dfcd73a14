import { useLingui } from '@lingui/react/macro';
import IconTag from '@tabler/icons-react/dist/esm/icons/IconTag.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import type { TableAction } from '../table/bulk-actions.tsx';
import type { BulkChange } from './bulk.ts';

/** Returns the actions on the selected people of a table. `onStart` opens the sheet of the chosen action. */
export function usePeopleActions<Row>(
  onStart: (kind: BulkChange['kind'], rows: readonly Row[]) => void,
): TableAction<Row>[] {
  const { t } = useLingui();
  return [
    {
      ...{ key: 'assign', letter: 'a', label: t`Assign`, icon: <IconUserPlus aria-hidden="true" /> },
      onPress: (rows) => onStart('assign', rows),
    },
    {
      ...{ key: 'tag', letter: 't', label: t`Add a tag`, icon: <IconTag aria-hidden="true" /> },
      onPress: (rows) => onStart('tag', rows),
    },
  ];
}
