import { useLingui } from '@lingui/react/macro';
import { type CSSProperties, memo, type ReactElement, useRef } from 'react';
import styles from './data-grid.module.css';
import type { GridColumn } from './grid-types.ts';
import { useCellTabStops } from './use-roving-cell.ts';

export interface GridRowProps<Row> {
  /** Undefined while the row is loading. Its cells then contain placeholders in the same elements. */
  row: Row | undefined;
  index: number;
  /** Number of rows on the pages before this one. */
  rowsBefore: number;
  /** Distance in px from the first row; null if all rows are rendered. */
  start: number | null;
  /** The column of the cell that Tab reaches; null if that cell is in another row. */
  activeColumn: number | null;
  columns: readonly GridColumn<Row>[];
  /** Undefined if the rows of the grid cannot be selected. */
  isSelected: boolean | undefined;
  isCurrent: boolean;
  /** Empty while the row is loading. */
  name: string;
}

const positionStyle = (start: number | null): CSSProperties | undefined =>
  start === null ? undefined : { top: start };

function PlainGridRow<Row>(props: GridRowProps<Row>): ReactElement {
  const { row, name, columns, index, rowsBefore, start, isSelected, isCurrent, activeColumn } = props;
  const element = useRef<HTMLTableRowElement>(null);
  const { t } = useLingui();
  useCellTabStops(element, activeColumn);
  const hasCheck = isSelected !== undefined;
  const isLoading = row === undefined;
  return (
    <tr
      ref={element}
      role="row"
      className={styles.row}
      style={positionStyle(start)}
      data-row={index}
      data-current={isCurrent}
      data-loading={isLoading || undefined}
      aria-busy={isLoading || undefined}
      aria-rowindex={rowsBefore + index + 2}
      aria-selected={isLoading ? undefined : isSelected}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {hasCheck && (
        <td role="gridcell" className={styles.check} data-column={0}>
          {!isLoading && <CheckBox label={t`Select ${name}`} state={isSelected ? 'all' : 'none'} />}
        </td>
      )}
      {columns.map((column, at) => {
        const content = isLoading ? null : column.cell(row);
        const shared = {
          className: styles.cell,
          'data-column': at + (hasCheck ? 1 : 0),
          'data-numeric': column.isNumeric,
          'data-text': typeof content === 'string' || undefined,
        };
        return column.isRowHead ? (
          <th key={column.id} role="rowheader" scope="row" {...shared}>
            {content}
          </th>
        ) : (
          <td key={column.id} role="gridcell" {...shared}>
            {content}
          </td>
        );
      })}
    </tr>
  );
}

/** A row of a data grid. The table handles the keyboard and pointer events of all rows. */
export const GridRow = memo(PlainGridRow) as typeof PlainGridRow;

/** A checkbox without its own event handlers; the table handles its events. */
export function CheckBox({ label, state }: { label: string; state: 'all' | 'some' | 'none' }): ReactElement {
  return (
    <input
      type="checkbox"
      className={styles.checkBox}
      aria-label={label}
      checked={state === 'all'}
      readOnly
      ref={(input) => {
        if (input) input.indeterminate = state === 'some';
      }}
    />
  );
}
