import { useLingui } from '@lingui/react/macro';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { useCardSelection } from '../../components/table/card-selection.tsx';
import { useHasTable } from '../../components/table/use-table-width.ts';
import { countPeopleOf } from '../../db/queries/people.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { ChipLink, ChipLinks } from '../../ui/chip-links.tsx';
import { FabLink } from '../../ui/layout.tsx';
import type { ListProps } from './filters.tsx';
import { MyLeadsList } from './my-leads-list.tsx';
import { LeadRequests } from './requests.tsx';
import { WaitingList } from './waiting-list.tsx';
import { countAllWaiting } from './waiting-queries.ts';

const route = getRouteApi('/_member/_staff/leads');

/** /leads: the employee's own leads, and the waiting leads. */
export function LeadsScreen(): ReactElement {
  const { t, i18n } = useLingui();
  const { db, actor } = useStore();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const ownCount = useLiveQuery(async () => countPeopleOf(db, actor.user_id), [db, actor.user_id]);
  const waiting = useLiveQuery(async () => countAllWaiting(db), [db]);
  const isWaiting = search.tab === 'waiting';
  const hasTable = useHasTable();
  const selection = useCardSelection();
  const filters: ListProps = {
    search,
    onChange: (change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true }),
  };
  const addLinkProps = {
    to: '/leads/new',
    writes: true,
    icon: <IconUserPlus aria-hidden="true" />,
    children: t`Add lead`,
  } as const;
  return (
    <Screen title={t`Leads`} narrow={!hasTable} action={<LinkButton {...addLinkProps} />}>
      <Stack gap="m">
        <ChipLinks aria-label={t`Filter leads`}>
          <ChipLink to="/leads" isCurrent={!isWaiting} count={ownCount}>
            {t`Mine`}
          </ChipLink>
          <ChipLink
            to="/leads"
            search={{ tab: 'waiting' }}
            isCurrent={isWaiting}
            count={waiting && `${i18n.number(waiting.count)}${waiting.isMinimum ? '+' : ''}`}
          >
            {t({ message: 'Waiting', context: 'leads' })}
          </ChipLink>
        </ChipLinks>
        <LeadRequests />
        {isWaiting ? (
          <WaitingList {...filters} />
        ) : (
          <MyLeadsList
            {...filters}
            selection={selection}
            onShow={(next) => void navigate({ search: next, replace: true })}
          />
        )}
      </Stack>
      {!selection.isSelecting && <FabLink {...addLinkProps} />}
    </Screen>
  );
}
