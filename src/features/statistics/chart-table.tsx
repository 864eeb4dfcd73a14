import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useDayText, useFigureText } from '../../components/statistics/figure-text.ts';
import { figureLabels } from '../../components/statistics/labels.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { ChartProps } from './chart.tsx';

/** The values of the statistics chart as a table. */
export function ChartTable({ statistics, figure }: ChartProps): ReactElement {
  const { t } = useLingui();
  const text = useFigureText();
  const day = useDayText(statistics.time_zone);
  const { steps = [], previous_steps: before = [] } = statistics[figure];
  const isHour = statistics.step === 'hour';
  const heads = { hour: <Trans>Hour</Trans>, day: <Trans>Day</Trans>, week: <Trans>Week from</Trans> };
  return (
    <DataTable aria-label={t(figureLabels[figure])} hasTextOnly>
      <thead>
        <tr>
          <th scope="col">{heads[statistics.step]}</th>
          <th scope="col" data-numeric>
            {t(figureLabels[figure])}
          </th>
          <th scope="col" data-numeric>
            <Trans>Before</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {statistics.steps.map((at, index) => (
          <tr key={at}>
            <th scope="row">{day.long(at, isHour)}</th>
            <td data-numeric>{text(figure, steps[index] ?? 0)}</td>
            <td data-numeric>{before[index] === undefined ? '–' : text(figure, before[index])}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
