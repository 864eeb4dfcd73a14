import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement, ReactNode } from 'react';
import type { Handover } from '../../../contract/entities/handover.ts';
import type { WriteName } from '../../../contract/writes/index.ts';
import { FieldFacts } from '../../cards/conflict-merged.tsx';
import { speakingFields } from '../../cards/field-words.ts';
import { useMendFailure } from '../../cards/mend-failure.ts';
import { useStore } from '../../cards/store-context.tsx';
import { formatRecent } from '../../lib/dates.ts';
import { iso } from '../../lib/ports.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow, Section } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/use-now.ts';
import { savedHandovers } from './queries.ts';
import styles from './sync.module.css';
import { useTitle } from './use-title.ts';

const titled = ({ kind, title }: Handover) => ({ kind: kind as WriteName, title });

/** Somebody's work on a record that is mine now: to be taken over, or not. */
function OfferRow({ offer }: { offer: Handover }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const failure = useMendFailure();
  const titleOf = useTitle();
  const now = useNow('minute');
  const { id, from_name, at, entity, args } = offer;
  const written = formatRecent(at, now);
  const answer = (kind: 'handover.take' | 'handover.decline', said: string) => (): void => {
    const send = async (): Promise<void> => {
      await store.write({ kind, id, args: { at: iso(store.now()) }, title: offer.title });
      toast(said, { tone: 'wait' });
    };
    void send().catch(failure);
  };
  const saved = t`Saved on this phone. Will be sent.`;
  const meta = (
    <div className={styles.tray}>
      <FieldFacts entry={{ entity, args }} fields={speakingFields(entity, args)} />
      <ButtonRow>
        <Button small variant="soft" onPress={answer('handover.take', saved)}>
          <Trans>Take it</Trans>
        </Button>
        <Button small variant="ghost" onPress={answer('handover.decline', saved)}>
          <Trans>Not needed</Trans>
        </Button>
      </ButtonRow>
    </div>
  );
  const subtitle = (
    <Trans>
      {from_name}, {written}
    </Trans>
  );
  return <Row title={titleOf(titled(offer))} wrapTitle subtitle={subtitle} meta={meta} />;
}

function Fate({ given }: { given: Handover }): ReactNode {
  const { state, to_name } = given;
  if (to_name === null) return <Trans>Not with anybody yet</Trans>;
  if (state === 'taken') return <Trans>{to_name} took it over</Trans>;
  if (state === 'declined') return <Trans>{to_name} did not need it</Trans>;
  return <Trans>Offered to {to_name}</Trans>;
}

/** Work that changed hands: what is offered to me, and what became of mine. */
export function Handovers(): ReactElement | null {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const titleOf = useTitle();
  const found = useLiveQuery(() => savedHandovers(db, actor.user_id), [db, actor.user_id]);
  if (!found) return null;
  const { offered, given } = found;
  return (
    <>
      {offered.length > 0 && (
        <Section title={<Trans>Offered to you</Trans>} end={offered.length}>
          <List aria-label={t`Offered to you`}>
            {offered.map((offer) => (
              <OfferRow key={offer.id} offer={offer} />
            ))}
          </List>
        </Section>
      )}
      {given.length > 0 && (
        <Section title={<Trans>Handed over by you</Trans>}>
          <List aria-label={t`Handed over by you`}>
            {given.map((one) => (
              <Row key={one.id} title={titleOf(titled(one))} subtitle={<Fate given={one} />} />
            ))}
          </List>
        </Section>
      )}
    </>
  );
}
