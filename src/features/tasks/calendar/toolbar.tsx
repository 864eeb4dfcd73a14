import { Trans, useLingui } from '@lingui/react/macro';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { ReactElement, ReactNode } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import styles from './calendar.module.css';
import { formatDays } from './format-days.ts';

export interface ToolbarProps {
  days: readonly string[];
  onBack: () => void;
  onToday: () => void;
  onForward: () => void;
  children?: ReactNode;
}

/** The toolbar of the calendar: the shown dates, and buttons to other dates. */
export function Toolbar({ days, onBack, onToday, onForward, children }: ToolbarProps): ReactElement {
  const { t } = useLingui();
  return (
    <div className={styles.toolbar}>
      <IconButton aria-label={t`Earlier`} variant="ghost" onPress={onBack}>
        <IconChevronLeft aria-hidden="true" />
      </IconButton>
      <Button variant="ghost" onPress={onToday}>
        <Trans>Today</Trans>
      </Button>
      <IconButton aria-label={t`Later`} variant="ghost" onPress={onForward}>
        <IconChevronRight aria-hidden="true" />
      </IconButton>
      <h2 className={styles.period}>{formatDays(days[0]!, days.at(-1)!)}</h2>
      {children}
    </div>
  );
}
