import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { OutgoingHandover, IncomingHandover } from '../../components/handover/handover-card.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { Section } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import { savedHandovers } from './queries.ts';

/** Handovers: offers to the person and outcomes of their own. */
export function Handovers(): ReactElement | null {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const found = useLiveQuery(() => savedHandovers(db, actor.user_id), [db, actor.user_id]);
  if (!found) return null;
  const { offered, given } = found;
  return (
    <>
      {offered.length > 0 && (
        <Section title={<Trans>Offered to you</Trans>} end={offered.length}>
          <List aria-label={t`Offered to you`}>
            {offered.map((offer) => (
              <IncomingHandover key={offer.id} offer={offer} />
            ))}
          </List>
        </Section>
      )}
      {given.length > 0 && (
        <Section title={<Trans>Handed over by you</Trans>}>
          <List aria-label={t`Handed over by you`}>
            {given.map((one) => (
              <OutgoingHandover key={one.id} given={one} />
            ))}
          </List>
        </Section>
      )}
    </>
  );
}
