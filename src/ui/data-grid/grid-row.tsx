import { type CSSProperties, memo, type ReactElement, useRef } from 'react';
import styles from './data-grid.module.css';
import type { GridColumn } from './grid-types.ts';
import { useCellTabStops } from './use-roving-cell.ts';

interface RowState {
  index: number;
  /** Distance in px from the first row if only visible rows are rendered, otherwise null. */
  start: number | null;
  /** The column that Tab reaches, if it is in this row. */
  activeColumn: number | null;
}

export interface GridRowProps<Row> extends RowState {
  row: Row;
  columns: readonly GridColumn<Row>[];
  /** Undefined if the rows of the grid cannot be selected. */
  isSelected: boolean | undefined;
  isCurrent: boolean;
  checkLabel: string;
}

const placeOf = (start: number | null): CSSProperties | undefined => (start === null ? undefined : { top: start });

function PlainGridRow<Row>(props: GridRowProps<Row>): ReactElement {
  const { row, columns, index, start, isSelected, isCurrent, activeColumn } = props;
  const element = useRef<HTMLTableRowElement>(null);
  useCellTabStops(element, activeColumn);
  const hasCheck = isSelected !== undefined;
  return (
    <tr
      ref={element}
      role="row"
      className={styles.row}
      style={placeOf(start)}
      data-row={index}
      data-current={isCurrent}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {hasCheck && (
        <td role="gridcell" className={styles.check} data-column={0}>
          <CheckBox label={props.checkLabel} state={isSelected ? 'all' : 'none'} />
        </td>
      )}
      {columns.map((column, at) => {
        const shared = {
          className: styles.cell,
          'data-column': at + (hasCheck ? 1 : 0),
          'data-numeric': column.isNumeric,
        };
        return column.isRowHead ? (
          <th key={column.id} role="rowheader" scope="row" {...shared}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} role="gridcell" {...shared}>
            {column.cell(row)}
          </td>
        );
      })}
    </tr>
  );
}

/** A row of a data grid. The table handles its keys and presses. */
export const GridRow = memo(PlainGridRow) as typeof PlainGridRow;

/** A check box whose presses the table handles. */
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

/** A row that is still loading, with the height of the others. */
export function SkeletonRow({ columns, index, start, activeColumn }: RowState & { columns: number }): ReactElement {
  const element = useRef<HTMLTableRowElement>(null);
  useCellTabStops(element, activeColumn);
  return (
    <tr
      ref={element}
      role="row"
      className={styles.row}
      style={placeOf(start)}
      data-row={index}
      data-loading="true"
      aria-rowindex={index + 2}
      aria-busy="true"
    >
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} role="gridcell" className={styles.cell} data-column={column}>
          <i aria-hidden="true" />
        </td>
      ))}
    </tr>
  );
}
