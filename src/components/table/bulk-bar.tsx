import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactElement, ReactNode } from 'react';
import { useFocusReturn } from '../../hooks/use-focus-return.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { activeCellTarget } from '../../ui/data-grid/use-roving-cell.ts';
import { RootMark } from '../../ui/root-mark.tsx';
import styles from './bulk-bar.module.css';

/** The set of all rows that match a filter. Used when the table has loaded only some of them. */
export interface AllRows {
  /** Number of rows that match the filter. */
  count: number;
  /** Maximum number of rows that can be selected this way. */
  limit: number;
  /** Whether all matching rows are selected, not single rows. */
  isSelected: boolean;
  onSelect: () => void;
}

export interface BulkBarProps {
  'aria-label': string;
  /** Number of selected rows. */
  count: number;
  /**
   * Offers to select all rows of the filter. Undefined if the table has already loaded all of them, or if not all
   * loaded rows are selected.
   */
  all?: AllRows | undefined;
  onClear: () => void;
  /** Buttons with the actions. */
  children: ReactNode;
}

function Count({ count, all }: Pick<BulkBarProps, 'count' | 'all'>): ReactElement {
  const { i18n } = useLingui();
  const limit = all && i18n.number(all.limit);
  if (all?.isSelected) return <Plural value={all.count} one="All # selected" other="All # selected" />;
  return (
    <>
      <Plural value={count} one="# selected" other="# selected" />
      {all && all.count > all.limit && (
        <small>
          <Trans>You can select all of up to {limit} matches. Narrow the filters.</Trans>
        </small>
      )}
    </>
  );
}

/** The toolbar with the actions on the selected rows. */
export function BulkBar({ count, all, onClear, children, ...rest }: BulkBarProps): ReactElement {
  const { t } = useLingui();
  const element = useFocusReturn<HTMLDivElement>(activeCellTarget);
  const canSelectAll = all !== undefined && !all.isSelected && all.count <= all.limit;
  return (
    <div ref={element} role="toolbar" aria-label={rest['aria-label']} className={styles.bulk}>
      <span role="status" className={styles.count}>
        <Count count={count} all={all} />
      </span>
      {canSelectAll && (
        <Button small variant="plain" onPress={all.onSelect}>
          <Plural value={all.count} one="Select all #" other="Select all #" />
        </Button>
      )}
      <div className={styles.actions}>{children}</div>
      <IconButton aria-label={t`Clear selection`} onPress={onClear}>
        <IconX aria-hidden="true" />
      </IconButton>
      <RootMark name="selection" />
    </div>
  );
}
