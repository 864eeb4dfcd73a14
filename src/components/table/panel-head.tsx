import { Trans, useLingui } from '@lingui/react/macro';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactElement, ReactNode } from 'react';
import type { RowBadge } from '../../db/queries/badges.ts';
import { IconButton } from '../../ui/button.tsx';
import { inertButton } from '../../ui/inert-button.ts';
import { isStuck } from '../sync/pending-changes.tsx';
import { RowSyncBadge } from '../sync/row-sync-badge.tsx';
import styles from './side-panel.module.css';

/** The position of the open row in a table, and a function that opens its neighbours. */
export interface PanelPosition {
  /** Position of the row in the list, starting at 1; null if the row is not among the loaded rows. */
  place: number | null;
  count: number;
  /** Returns a function that shows the next (1) or previous (-1) row; undefined if there is none. */
  onMove: (by: 1 | -1) => (() => void) | undefined;
  onClose: () => void;
}

interface PanelHeadProps extends PanelPosition {
  /** The unsent changes of the row. Changes that need the user's attention are not shown here. */
  badge?: RowBadge | undefined;
  /** A link to the screen of the row. */
  children?: ReactNode;
}

/** The header of a side panel: the position of its row in the table, and buttons to move, open and close. */
export function PanelHead({ place, count, badge, onMove, onClose, children }: PanelHeadProps): ReactElement {
  const { t } = useLingui();
  return (
    <div className={styles.head}>
      <small>
        {place !== null && (
          <Trans>
            {place} of {count}
          </Trans>
        )}{' '}
        {!isStuck(badge) && <RowSyncBadge badge={badge} />}
      </small>
      <span>
        <Step label={t`Previous row`} run={onMove(-1)} icon={<IconChevronUp aria-hidden="true" />} />
        <Step label={t`Next row`} run={onMove(1)} icon={<IconChevronDown aria-hidden="true" />} />
        {children}
        <IconButton aria-label={t`Close preview`} onPress={onClose}>
          <IconX aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  );
}

function Step({ label, run, icon }: { label: string; run: (() => void) | undefined; icon: ReactElement }) {
  return (
    <IconButton aria-label={label} {...(run ? { onPress: run } : inertButton)}>
      {icon}
    </IconButton>
  );
}
