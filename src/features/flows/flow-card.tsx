import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { RowSyncBadge } from '../../components/sync/row-sync-badge.tsx';
import type { Figures } from '../../db/queries/flows.ts';
import { TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FlowCover } from './flow-cover.tsx';
import { FlowMenu } from './flow-menu.tsx';
import { FlowState } from './flow-state.tsx';
import styles from './flows.module.css';
import { type BaseUrl, pagePath } from './page-url.ts';
import type { FlowCard as Content } from './queries.ts';
import { ViewsChart } from './views-line.tsx';

/** Returns the share of visitors who became leads, as text; a dash without visitors. */
export function useConversionText(): (figures: Figures) => string {
  const { i18n } = useLingui();
  return ({ visitors, leads }) =>
    visitors === 0 ? '–' : i18n.number(leads / visitors, { style: 'percent', maximumFractionDigits: 1 });
}

function FigureList({ figures }: { figures: Figures }): ReactElement {
  const { i18n } = useLingui();
  const conversion = useConversionText();
  return (
    <dl className={styles.figures}>
      <div>
        <dt>
          <Trans>Views</Trans>
        </dt>
        <dd>{i18n.number(figures.views)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Visitors</Trans>
        </dt>
        <dd>{i18n.number(figures.visitors)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Leads</Trans>
        </dt>
        <dd>{i18n.number(figures.leads)}</dd>
      </div>
      <div>
        <dt>
          <Trans context="share of visitors who became leads">Converted</Trans>
        </dt>
        <dd>{conversion(figures)}</dd>
      </div>
    </dl>
  );
}

export interface FlowCardProps {
  card: Content;
  baseUrl: BaseUrl;
  isFull: boolean;
  now: number;
}

/** A flow in the list, with its state and its figures of the last thirty days. */
export function FlowCard({ card, baseUrl, isFull, now }: FlowCardProps): ReactElement {
  const { flow, figures, days, changes, badge } = card;
  const path = pagePath(flow);
  const { taken_name: taken } = flow;
  return (
    <li>
      <Card padded={false}>
        <div className={styles.head}>
          <FlowCover flow={flow} />
          <div className={styles.about}>
            <h2 className={styles.name} lang={flow.lang}>
              {flow.state === 'archived' ? (
                flow.title
              ) : (
                <TextLink to="/flows/edit_landing/$flowId" params={{ flowId: flow.id }}>
                  {flow.title}
                </TextLink>
              )}
            </h2>
            <p className={styles.path}>
              {path ?? (taken === null ? <Trans>No address yet</Trans> : <Trans>The address “{taken}” is taken</Trans>)}
            </p>
            <div className={styles.states}>
              <FlowState flow={flow} changes={changes} />
              <RowSyncBadge badge={badge} />
            </div>
          </div>
          <FlowMenu flow={flow} baseUrl={baseUrl} isFull={isFull} />
        </div>
        <ViewsChart days={days} now={now} />
        <FigureList figures={figures} />
      </Card>
    </li>
  );
}
