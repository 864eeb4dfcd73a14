import { Trans, useLingui } from '@lingui/react/macro';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useKeptFocus } from '../../hooks/use-kept-focus.ts';
import { Stack, Section } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { LoadingPart, EmptyState } from '../../ui/states.tsx';
import { DiagnosticsCard } from './diagnostics-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { DataOnDevice } from './on-device.tsx';
import { savedReceipts, savedOutboxWork, savedHandovers } from './queries.ts';
import { RecentlySent } from './sent.tsx';
import { SendCard, StateCard } from './state-card.tsx';
import { StateDetails } from './state-details.tsx';
import { UnsentChanges } from './to-send.tsx';
import styles from './sync.module.css';
import { UpdateLine } from './update-line.tsx';
import { useStatus } from './use-status.ts';
import { OutgoingHandover, IncomingHandover } from '../../components/handover/handover-card.tsx';
import { List } from '../../ui/list.tsx';
import { useNow } from '../../ui/use-now.ts';

/** Lists the handovers that were offered to the user, and the outcomes of the user's own handovers. */
function Handovers(): ReactElement | null {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const handovers = useLiveQuery(async () => savedHandovers(db, actor.user_id), [db, actor.user_id]);
  if (!handovers) return null;
  const { offered, given } = handovers;
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
            {given.map((handover) => (
              <OutgoingHandover key={handover.id} handover={handover} />
            ))}
          </List>
        </Section>
      )}
    </>
  );
}

/** Shows when this device last sent and received, and the server's time. */
function SyncTimes(): ReactElement {
  const now = useNow('minute');
  const status = useStatus();
  return (
    <div className={styles.times}>
      <StateDetails status={status} now={now} />
    </div>
  );
}

/** /sync: unsent, sent and rejected changes. */
export function SyncScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const work = useLiveQuery(async () => savedOutboxWork(db), [db]);
  const keptFocusRef = useKeptFocus<HTMLDivElement>();
  const newest = useLiveQuery(async () => savedReceipts(db, 1), [db]);
  const isEmpty = work && newest && work.tray.length + work.shown.length + work.background + newest.length === 0;
  return (
    <Screen title={t`Sync centre`} narrow>
      <Stack>
        <StateCard />
        <UpdateLine />
        <div ref={keptFocusRef} className={styles.work}>
          {work && <NeedsAttention items={work.tray} />}
          <Handovers />
          {work && <UnsentChanges work={work} />}
        </div>
        <SendCard />
        {isEmpty === undefined && <LoadingPart />}
        {isEmpty && (
          <EmptyState icon={<IconCircleCheck />}>
            <Trans>Nothing to send. Changes stay here until the server has them.</Trans>
          </EmptyState>
        )}
        <RecentlySent />
        <Fold title={<Trans>Technical details</Trans>} isOpenFrame>
          <Stack>
            <SyncTimes />
            <LimitsCard />
            <DataOnDevice />
            <DiagnosticsCard />
          </Stack>
        </Fold>
      </Stack>
    </Screen>
  );
}
