import { useLingui } from '@lingui/react/macro';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { type ReactElement, useRef } from 'react';
import { PressButton } from '../press.tsx';
import styles from './data-grid.module.css';
import { HEAD_ROW } from './grid-keys.ts';
import { CheckBox } from './grid-row.tsx';
import type { GridColumn, GridSort } from './grid-types.ts';
import { useCellTabStops } from './use-roving-cell.ts';

export interface GridHeadProps<Row> {
  columns: readonly GridColumn<Row>[];
  sort: GridSort | undefined;
  onSort: ((sort: GridSort) => void) | undefined;
  /** Starts resizing a column with the pointer; undefined if widths are fixed. */
  onResizeStart: ((id: string, event: unknown) => void) | undefined;
  /** State of the check box for all rows; undefined if rows cannot be selected. */
  check: 'all' | 'some' | 'none' | undefined;
  onCheck: (isAll: boolean) => void;
  activeColumn: number | null;
}

/** The sticky header of a data grid, with buttons that sort. */
export function GridHead<Row>(props: GridHeadProps<Row>): ReactElement {
  const { columns, sort, onSort, onResizeStart, check, onCheck, activeColumn } = props;
  const { t } = useLingui();
  const element = useRef<HTMLTableRowElement>(null);
  useCellTabStops(element, activeColumn);
  return (
    <thead role="rowgroup" className={styles.head}>
      <tr ref={element} role="row" className={styles.row} data-row={HEAD_ROW} aria-rowindex={1}>
        {check !== undefined && (
          <th
            role="columnheader"
            scope="col"
            className={styles.check}
            data-column={0}
            onClick={() => onCheck(check === 'all')}
          >
            <CheckBox label={t`Select all loaded rows`} state={check} />
          </th>
        )}
        {columns.map((column, index) => {
          const { id, header, isSortable, isNumeric = false } = column;
          const isSorted = sort?.by === id;
          const isDescending = isSorted && sort.isDescending;
          const Arrow = isDescending ? IconArrowDown : IconArrowUp;
          const direction = isDescending ? 'descending' : 'ascending';
          return (
            <th
              key={id}
              role="columnheader"
              scope="col"
              className={styles.cell}
              data-column={index + (check === undefined ? 0 : 1)}
              data-numeric={isNumeric}
              aria-sort={isSorted ? direction : undefined}
            >
              {isSortable && onSort ? (
                <PressButton
                  className={styles.sort}
                  onPress={() => onSort({ by: id, isDescending: isSorted ? !sort.isDescending : isNumeric })}
                >
                  {isSorted && <Arrow aria-hidden="true" />}
                  <span>{header}</span>
                </PressButton>
              ) : (
                <span>{header}</span>
              )}
              {onResizeStart && (
                <span
                  aria-hidden="true"
                  className={styles.resize}
                  onMouseDown={(event) => onResizeStart(id, event)}
                  onTouchStart={(event) => onResizeStart(id, event)}
                />
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
