/** A cell by row and column; row -1 is the header. */
export interface GridPosition {
  row: number;
  column: number;
}

export interface GridSize {
  rows: number;
  columns: number;
  /** Number of rows by which Page Up and Page Down move. */
  page: number;
}

export const HEAD_ROW = -1;

/** Returns the position if it exists in the grid, otherwise the nearest existing position. */
export function clampPosition({ row, column }: GridPosition, { rows, columns }: GridSize): GridPosition {
  return {
    row: Math.max(HEAD_ROW, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  };
}

/**
 * Returns the cell to which a key moves the focus, according to the WAI-ARIA grid pattern. Returns undefined for all
 * other keys.
 */
export function movePosition(
  key: string,
  { row, column }: GridPosition,
  size: GridSize,
  hasCtrl: boolean,
): GridPosition | undefined {
  const lastRow = size.rows - 1;
  const lastColumn = size.columns - 1;
  const targets: Record<string, GridPosition> = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    PageDown: { row: row + size.page, column },
    // Page Up never leaves the rows; only Arrow Up leads from the first row to the header.
    PageUp: { row: row <= 0 ? row : Math.max(0, row - size.page), column },
    Home: { row: hasCtrl ? 0 : row, column: 0 },
    End: { row: hasCtrl ? lastRow : row, column: lastColumn },
  };
  const target = targets[key];
  return target && clampPosition(target, size);
}
