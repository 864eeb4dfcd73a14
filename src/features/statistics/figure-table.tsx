import { Trans, useLingui } from '@lingui/react/macro';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import type { FigureName, StatisticsPeriod } from '../../../contract/statistics.ts';
import type { StatisticsFilter } from '../../lib/cached-pages.ts';
import { useFigureText } from '../../components/statistics/figure-text.ts';
import { columnLabels, figureLabels } from '../../components/statistics/labels.ts';
import { TextLink } from '../../ui/button.tsx';
import { DataGrid } from '../../ui/data-grid/data-grid.tsx';
import type { GridColumn, GridSort } from '../../ui/data-grid/grid-types.ts';
import { List, Row } from '../../ui/list.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { largestValue, sortTableRows, type TableRow, totalOf } from './table-rows.ts';
import styles from './tables.module.css';

export interface FigureTableProps {
  label: string;
  /** Header of the column with the names. */
  head: string;
  by: 'employee' | 'country';
  rows: readonly TableRow[];
  figures: readonly FigureName[];
  /** Figures that are shown with a bar. */
  barred: readonly FigureName[];
  period: StatisticsPeriod;
  /** Team and country by which the figures are filtered. */
  filter: StatisticsFilter;
  sort: GridSort;
  onSort: (sort: GridSort) => void;
  /** Content before the name of a row, such as a picture. */
  leading?: (row: TableRow) => ReactNode;
  /** Number of unsent tasks of a row, which are not part of its figures. */
  unsentOf?: (row: TableRow) => number;
}

const TOTAL = 'total';

/** Width of a column with bars. A duration such as "13 h 20 min" is longer than a number. */
const barredWidth = (figure: FigureName): number => (figure === 'time_spent' ? 132 : 112);

/** A bar whose width is the value as a fraction of the largest value in its column. */
function Bar({ share }: { share: number }): ReactElement {
  return (
    <span className={styles.bar} aria-hidden="true">
      {share > 0 && <i style={{ width: `${share * 100}%` }} />}
    </span>
  );
}

/** A number that links to the list of the counted records. */
function Value({
  row,
  figure,
  by,
  period,
  filter,
}: { row: TableRow; figure: FigureName } & Pick<FigureTableProps, 'by' | 'period' | 'filter'>) {
  const { t } = useLingui();
  const text = useFigureText();
  const { available = false, value = 0 } = row.figures[figure] ?? {};
  if (!available) return <span title={t`Not for your role`}>–</span>;
  const shown = text(figure, value);
  const { name } = row;
  const column = t(figureLabels[figure]);
  const search = { figure, period, ...filter, ...(row.key !== TOTAL && { [by]: row.group }) };
  return value === 0 ? (
    <span>{shown}</span>
  ) : (
    <TextLink to="/statistics/records" search={search} aria-label={`${name}, ${column}: ${shown}`}>
      {shown}
    </TextLink>
  );
}

function useColumns(props: FigureTableProps): GridColumn<TableRow>[] {
  const { rows, figures, barred, head, by, period, filter, leading, unsentOf } = props;
  const { t } = useLingui();
  return useMemo(() => {
    const name: GridColumn<TableRow> = {
      ...{
        id: 'name',
        header: head,
        width: by === 'country' ? 112 : 150,
        isSortable: true,
        isRowHead: true,
        grows: true,
      },
      cell: (row) => (
        <span className={styles.name}>
          {row.key !== TOTAL && leading?.(row)}
          <span>{row.key === TOTAL ? <b>{row.name}</b> : row.name}</span>
          {(unsentOf?.(row) ?? 0) > 0 && (
            <small className={styles.unsent}>
              <IconClock aria-hidden="true" />+{unsentOf?.(row)}
            </small>
          )}
        </span>
      ),
    };
    const columns = figures.map((figure): GridColumn<TableRow> => {
      const most = largestValue(rows, figure);
      const hasBar = barred.includes(figure);
      return {
        ...{ id: figure, header: t(columnLabels[figure]), isSortable: true, isNumeric: true },
        width: hasBar ? barredWidth(figure) : 84,
        keepsWidth: hasBar,
        cell: (row) => (
          <>
            {hasBar && row.key !== TOTAL && <Bar share={(row.figures[figure]?.value ?? 0) / most} />}
            <Value row={row} figure={figure} by={by} period={period} filter={filter} />
          </>
        ),
      };
    });
    return [name, ...columns];
  }, [rows, figures, barred, head, by, period, filter, leading, unsentOf, t]);
}

/** The table as rows for a phone: a name, its first figures with links to their lists, and the bar of the first one. */
function PhoneRows(props: FigureTableProps & { shown: readonly TableRow[] }): ReactElement {
  const { shown, label, by, period, filter, figures, rows, leading, unsentOf } = props;
  const { t } = useLingui();
  const [first] = figures;
  return (
    <List aria-label={label}>
      {shown.map((row) => {
        const facts = figures.filter((figure) => row.figures[figure]?.available).slice(0, 2);
        const unsent = unsentOf?.(row) ?? 0;
        return (
          <Row
            key={row.key}
            leading={leading?.(row)}
            title={row.name}
            subtitle={
              <span className={styles.facts}>
                {facts.map((figure) => (
                  <span key={figure}>
                    {t(figureLabels[figure])}: <Value {...{ row, figure, by, period, filter }} />
                  </span>
                ))}
              </span>
            }
            {...(unsent > 0 && { badge: `+${unsent}` })}
            trailing={first && <Bar share={(row.figures[first]?.value ?? 0) / largestValue(rows, first)} />}
          />
        );
      })}
    </List>
  );
}

/** A table of figures with their totals; a list on a phone. */
export function FigureTable(props: FigureTableProps): ReactElement {
  const { rows, figures, sort, onSort, label } = props;
  const { t } = useLingui();
  const isWide = useMediaQuery('(min-width: 720px)');
  const columns = useColumns(props);
  const count = rows.length;
  const shown = useMemo(() => {
    const total = { key: TOTAL, group: '', name: t`All ${count}`, figures: totalOf(rows, figures) };
    return [...sortTableRows(rows, sort), ...(rows.length > 1 ? [total] : [])];
  }, [rows, figures, sort, count, t]);
  if (rows.length === 0)
    return (
      <p className={styles.none}>
        <Trans>Nothing in this period</Trans>
      </p>
    );
  if (!isWide) return <PhoneRows {...props} shown={shown.filter(({ key }) => key !== TOTAL)} />;
  return (
    <div className={styles.grid}>
      <DataGrid
        aria-label={label}
        columns={columns}
        rows={shown}
        keyOf={({ key }) => key}
        nameOf={({ name }) => name}
        sort={sort}
        onSort={onSort}
      />
    </div>
  );
}
