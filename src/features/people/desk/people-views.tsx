import { useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { ViewTab, ViewTabs } from '../../../components/views/view-tabs.tsx';
import { viewsOf } from '../../../db/queries/saved-views.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { peopleSearch, type PeopleSearch } from '../search-params.ts';

interface PeopleViewsProps {
  search: PeopleSearch;
  /** The number of people with these filters, if the server has sent it. */
  count: number | undefined;
  /** Replaces all search parameters. */
  onShow: (search: PeopleSearch) => void;
}

/** The saved views above the table of people. */
export function PeopleViews(props: PeopleViewsProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const views = useLiveQuery(async () => viewsOf(db, 'people'), [db]);
  return (
    <ViewTabs
      {...props}
      table="people"
      views={views}
      all={t`All people`}
      parse={peopleSearch}
      tab={(tab) => <ViewTab to="/people" {...tab} />}
    />
  );
}
