import { Trans, useLingui } from '@lingui/react/macro';
import { createLink } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { figureNames } from '../../../contract/statistics.ts';
import { sync } from '../../bridge/sync.ts';
import { FetchStatus } from '../../components/app/age.tsx';
import { Figure } from '../../components/statistics/figure.tsx';
import { savedStatistics, unsentWork } from '../../components/statistics/queries.ts';
import { isNotOffered, useFetched } from '../../hooks/use-fetched.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { Anchor, type AnchorProps } from '../../ui/press.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import styles from './team-figures.module.css';

const FigureLink = createLink((props: AnchorProps): ReactElement => <Anchor {...props} className={styles.link} />);

/**
 * Today's figures of the user's work, team or organisation, without figures that the role may not see. Each figure
 * links to the list of the records that it counts.
 */
export function TeamFigures(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const fetching = useFetched('today', () => sync.account('fetchStatistics', 'today'));
  const saved = useLiveQuery(async () => savedStatistics(db, 'today'), [db]);
  const from = saved?.figures.from;
  const unsent = useLiveQuery(
    async () => (from === undefined ? undefined : unsentWork(db, Date.parse(from))),
    [db, from],
  );
  const isNeverFetched = saved === null && fetching.done !== undefined;
  return (
    <Section
      title={<Trans>Statistics</Trans>}
      end={<TextLink to="/statistics" search={{ period: 'today' }}>{t`All statistics`}</TextLink>}
    >
      <Stack gap="s">
        <FetchStatus at={saved?.at ?? null} fetching={fetching} />
        {!saved && !isNeverFetched && <Skeleton leading="none" rows={3} />}
        {isNeverFetched && !isNotOffered(fetching.done) && (
          <EmptyState>
            <Trans>These statistics are not on this device yet. You need to be online.</Trans>
          </EmptyState>
        )}
        {saved && (
          <ul className={styles.figures} aria-label={t`Statistics`}>
            {figureNames
              .filter((name) => saved.figures[name].available)
              .map((name) => (
                <li key={name}>
                  <FigureLink to="/statistics/records" search={{ figure: name, period: 'today' }}>
                    <Figure name={name} statistics={saved.figures} unsent={unsent} />
                  </FigureLink>
                </li>
              ))}
          </ul>
        )}
      </Stack>
    </Section>
  );
}
