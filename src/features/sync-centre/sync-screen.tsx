import { Trans, useLingui } from '@lingui/react/macro';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { Screen } from '../../cards/screen.tsx';
import { useStore } from '../../cards/store-context.tsx';
import { Stack } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { NeedsYou } from './needs-you.tsx';
import { OnPhone } from './on-phone.tsx';
import { savedCounts, savedReceipts, savedWork } from './queries.ts';
import { Sent } from './sent.tsx';
import { StateCard } from './state-card.tsx';
import { ToSend } from './to-send.tsx';
import { UpdateLine } from './update-line.tsx';

/** What waits, what was sent, and what needs the person. */
export function SyncScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const work = useLiveQuery(() => savedWork(db), [db]);
  const receipts = useLiveQuery(() => savedReceipts(db), [db]);
  const counts = useLiveQuery(() => savedCounts(db), [db]);
  const isQuiet =
    work && receipts && work.needsYou.length + work.toSend.length + work.background + receipts.length === 0;
  return (
    <Screen title={t`Sync centre`} narrow>
      <Stack>
        <StateCard />
        <UpdateLine />
        {work && <NeedsYou entries={work.needsYou} />}
        {work && <ToSend entries={work.toSend} background={work.background} />}
        {isQuiet && (
          <EmptyState icon={<IconCircleCheck />}>
            <Trans>Nothing waits. What you write shows up here until the server has it.</Trans>
          </EmptyState>
        )}
        {receipts && <Sent lines={receipts} />}
        {counts && <OnPhone counts={counts} />}
      </Stack>
    </Screen>
  );
}
