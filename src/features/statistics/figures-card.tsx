import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useId } from 'react';
import type { Statistics } from '../../../contract/api-calls/statistics.ts';
import { figureNames, type FigureName } from '../../../contract/statistics.ts';
import { Figure } from '../../components/statistics/figure.tsx';
import { useDayText } from '../../components/statistics/figure-text.ts';
import { figureLabels } from '../../components/statistics/labels.ts';
import type { UnsentWork } from '../../components/statistics/queries.ts';
import type { StatisticsFilter } from '../../lib/cached-pages.ts';
import { TextLink } from '../../ui/button.tsx';
import { ChipGroup } from '../../ui/chips.tsx';
import { FigureTabs } from '../../ui/figure-tabs.tsx';
import { Chart } from './chart.tsx';
import { ChartTable } from './chart-table.tsx';
import styles from './figures-card.module.css';

export interface FiguresCardProps {
  statistics: Statistics;
  unsent: UnsentWork | undefined;
  figure: FigureName;
  filter: StatisticsFilter;
  isTable: boolean;
  onShow: (change: { figure?: FigureName; view?: 'table' | undefined }) => void;
}

/** The six figures, and the selected one over time as a chart or a table. */
export function FiguresCard({ statistics, unsent, figure, filter, isTable, onShow }: FiguresCardProps): ReactElement {
  const { t } = useLingui();
  const panelId = useId();
  const day = useDayText(statistics.time_zone);
  const { from, to, previous, current_period: period } = statistics;
  const tabs = figureNames.map((name) => ({
    key: name,
    isDisabled: !statistics[name].available,
    content: <Figure name={name} statistics={statistics} unsent={unsent} isStrong={name === figure} />,
  }));
  return (
    <div>
      <FigureTabs
        aria-label={t`Figures`}
        tabs={tabs}
        value={figure}
        onChange={(key) => onShow({ figure: key as FigureName })}
        panelId={panelId}
      />
      <div id={panelId} role="tabpanel" aria-label={t(figureLabels[figure])} className={styles.panel}>
        <div className={styles.head}>
          <h2>{t(figureLabels[figure])}</h2>
          <TextLink to="/statistics/records" search={{ figure, period, ...filter }}>
            <Trans>Show the list</Trans>
          </TextLink>
          <span className={styles.legend} aria-hidden="true">
            <span>
              <i /> {day.span(from, to)}
            </span>
            <span data-previous="true">
              <i /> {day.span(previous.from, previous.to, from)}
            </span>
          </span>
          <ChipGroup
            segmented
            aria-label={t`View`}
            chips={[
              { key: 'chart', label: <Trans>Chart</Trans> },
              { key: 'table', label: <Trans>Table</Trans> },
            ]}
            value={isTable ? 'table' : 'chart'}
            onChange={(key) => onShow({ view: key === 'table' ? 'table' : undefined })}
          />
        </div>
        {isTable ? (
          <ChartTable statistics={statistics} figure={figure} />
        ) : (
          <Chart statistics={statistics} figure={figure} />
        )}
      </div>
    </div>
  );
}
