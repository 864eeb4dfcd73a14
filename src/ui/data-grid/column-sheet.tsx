import { useLingui } from '@lingui/react/macro';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconArrowsHorizontal from '@tabler/icons-react/dist/esm/icons/IconArrowsHorizontal.mjs';
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs';
import { type ReactElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '../button.tsx';
import { Checkbox } from '../checkbox.tsx';
import { inertButton } from '../inert-button.ts';
import { Sheet } from '../sheet.tsx';
import styles from './column-sheet.module.css';
import { type GridLayout, initialLayout } from './grid-types.ts';
import { MAX_WIDTH, MIN_WIDTH } from './use-grid-columns.ts';

type ColumnChoice = { id: string; header: string; width: number; isRowHead?: boolean };

export interface ColumnButtonProps {
  columns: readonly ColumnChoice[];
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
}

/** Number of px by which a press of a button changes the width of a column. */
const STEP = 32;

/** Returns the columns in the order of the layout. Columns that are missing from the layout come last. */
export function orderedColumns<T extends { id: string }>(columns: readonly T[], { order }: GridLayout): T[] {
  const rank = (id: string): number => (order.includes(id) ? order.indexOf(id) : order.length);
  return columns.toSorted((a, b) => rank(a.id) - rank(b.id));
}

/** A button that opens a sheet for choosing which columns are shown, their order and widths. */
export function ColumnButton({ columns, layout, onLayout }: ColumnButtonProps): ReactElement {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const ordered = orderedColumns(columns, layout);
  const ids = ordered.map(({ id }) => id);
  const move = (from: number, to: number): void => {
    const button = document.activeElement;
    const moved = ids.filter((_, index) => index !== from);
    flushSync(() => onLayout({ ...layout, order: moved.toSpliced(to, 0, ids[from] ?? '') }));
    // The browser takes the focus from a button whose row is moved in the document.
    if (button instanceof HTMLElement) button.focus();
  };
  const show = (id: string, isShown: boolean): void => {
    const hidden = layout.hidden.filter((other) => other !== id);
    onLayout({ ...layout, hidden: isShown ? hidden : [...hidden, id] });
  };
  const widen = ({ id, width }: ColumnChoice, px: number): void => {
    const next = Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, (layout.widths[id] ?? width) + px));
    onLayout({ ...layout, widths: { ...layout.widths, [id]: next } });
  };
  return (
    <>
      <Button variant="ghost" small icon={<IconColumns3 aria-hidden="true" />} onPress={() => setOpen(true)}>
        {t`Columns`}
      </Button>
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t`Columns`}
        footer={
          <Button variant="ghost" onPress={() => onLayout(initialLayout)}>
            {t`Reset columns`}
          </Button>
        }
      >
        <ul className={styles.columns} role="list">
          {ordered.map((column, index) => {
            const { id, header } = column;
            return (
              <li key={id}>
                {column.isRowHead ? (
                  <span className={styles.fixed}>{header}</span>
                ) : (
                  <Checkbox isChecked={!layout.hidden.includes(id)} onChange={(isShown) => show(id, isShown)}>
                    {header}
                  </Checkbox>
                )}
                <span className={styles.buttons}>
                  <IconButton aria-label={t`Make ${header} narrower`} onPress={() => widen(column, -STEP)}>
                    <span aria-hidden="true">−</span>
                  </IconButton>
                  <IconArrowsHorizontal aria-hidden="true" />
                  <IconButton aria-label={t`Make ${header} wider`} onPress={() => widen(column, STEP)}>
                    <span aria-hidden="true">+</span>
                  </IconButton>
                  <IconButton
                    aria-label={t`Move ${header} up`}
                    {...(index === 0 ? inertButton : { onPress: () => move(index, index - 1) })}
                  >
                    <IconArrowUp aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    aria-label={t`Move ${header} down`}
                    {...(index === ordered.length - 1 ? inertButton : { onPress: () => move(index, index + 1) })}
                  >
                    <IconArrowDown aria-hidden="true" />
                  </IconButton>
                </span>
              </li>
            );
          })}
        </ul>
      </Sheet>
    </>
  );
}
