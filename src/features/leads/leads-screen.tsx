import { useLingui } from '@lingui/react/macro';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useAddress } from '../../hooks/use-address.ts';
import { useSearchShortcut } from '../../hooks/use-search-shortcut.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { ChipLinks } from '../../ui/chips.tsx';
import { FabLink } from '../../ui/layout.tsx';
import { MineList } from './my-leads-list.tsx';
import { leadCounts } from './queries.ts';
import { Requests } from './requests.tsx';
import { WaitingList } from './waiting-list.tsx';

/** /leads: own people and waiting leads. */
export function LeadsScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const address = useAddress();
  useSearchShortcut();
  const counts = useLiveQuery(() => leadCounts(db, actor.user_id), [db, actor.user_id]);
  const tab = address.get('tab') === 'waiting' ? 'waiting' : 'mine';
  const add = { href: '/leads/new', icon: <IconUserPlus aria-hidden="true" />, children: t`Add lead` };
  const chips = [
    { key: 'mine', label: t`Mine`, href: '/leads', ...(counts && { count: counts.mine }) },
    {
      key: 'waiting',
      label: t({ message: 'Waiting', context: 'leads' }),
      href: '/leads?tab=waiting',
      ...(counts && { count: counts.waiting }),
    },
  ];
  return (
    <Screen title={t`Leads`} narrow action={<LinkButton {...add} />}>
      <Stack gap="m">
        <ChipLinks aria-label={t`Filter leads`} chips={chips} current={tab} />
        <Requests />
        {tab === 'waiting' ? <WaitingList address={address} /> : <MineList address={address} />}
      </Stack>
      <FabLink {...add} />
    </Screen>
  );
}
