import { Plural, Trans } from '@lingui/react/macro';
import IconLayoutBoard from '@tabler/icons-react/dist/esm/icons/IconLayoutBoard.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { savedFlowTotals } from '../../db/queries/flows.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { List, RowLink } from '../../ui/list.tsx';

/**
 * Shows how often the user's landing pages were viewed and how many leads they brought; renders nothing without pages.
 */
export function FlowFigures(): ReactElement | null {
  const { db } = useStore();
  const totals = useLiveQuery(async () => savedFlowTotals(db), [db]);
  if (!totals) return null;
  const { flows, leads } = totals;
  return (
    <Section
      title={<Trans>Flows</Trans>}
      end={
        <TextLink to="/flows">
          <Trans>All flows</Trans>
        </TextLink>
      }
    >
      <List>
        <RowLink
          to="/flows"
          leading={<IconLayoutBoard aria-hidden="true" />}
          title={<Plural value={leads} one="# lead in 30 days" other="# leads in 30 days" />}
          subtitle={
            <>
              <Plural value={totals.views} one="# view" other="# views" />,{' '}
              <Plural value={flows} one="# page" other="# pages" />
            </>
          }
        />
      </List>
    </Section>
  );
}
