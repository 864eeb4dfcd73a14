import { useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { useHasTable } from '../../components/table/use-table-width.ts';
import { ViewChip } from '../../components/views/view-chip.tsx';
import { ViewTab, ViewTabs } from '../../components/views/view-tabs.tsx';
import { viewsOf } from '../../db/queries/saved-views.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { ChipRow } from '../../ui/chip-row.tsx';
import { usersSearch, type UsersSearch } from './search-params.ts';

interface UsersViewsProps {
  search: UsersSearch;
  /** The number of accounts with these filters, if the server has sent it. */
  count: number | undefined;
  /** Replaces all search parameters. */
  onShow: (search: UsersSearch) => void;
}

/** The saved views of the accounts: tabs on a wide screen, a chip on others. */
export function UsersViews({ search, count, onShow }: UsersViewsProps): ReactElement | null {
  const { t } = useLingui();
  const { db } = useStore();
  const isWide = useHasTable();
  const views = useLiveQuery(async () => viewsOf(db, 'users'), [db]);
  const viewProps = { views, all: t`All accounts`, search, parse: usersSearch, onShow };
  if (isWide)
    return (
      <ViewTabs
        {...viewProps}
        table="users"
        count={count}
        tab={(tab) => <ViewTab to="/main/admin/users/all" {...tab} />}
      />
    );
  if (!views || views.length === 0) return null;
  return (
    <ChipRow aria-label={t`Saved views`}>
      <ViewChip {...viewProps} />
    </ChipRow>
  );
}
