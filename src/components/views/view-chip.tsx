import { useLingui } from '@lingui/react/macro';
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs';
import type { ReactElement } from 'react';
import type { SavedView } from '../../../contract/entities/saved-view.ts';
import { FilterChip } from '../filters/filter-chip.tsx';
import type { TableSearch } from './view-state.ts';

export interface ViewChipProps<S extends TableSearch> {
  views: readonly SavedView[] | undefined;
  /** Label of the option that shows the table without filters. */
  all: string;
  search: S;
  /** Parses the search parameters of the table. */
  parse: (params: Record<string, unknown>) => S;
  onShow: (search: S) => void;
}

/**
 * A chip beside the filters on a phone that lets the user choose a saved view of the table. Renders nothing if no views
 * are saved.
 */
export function ViewChip<S extends TableSearch>({
  views = [],
  all,
  search,
  parse,
  onShow,
}: ViewChipProps<S>): ReactElement | null {
  const { t } = useLingui();
  if (views.length === 0) return null;
  return (
    <FilterChip
      label={t`View`}
      icon={<IconBookmark aria-hidden="true" />}
      allLabel={all}
      value={views.some(({ id }) => id === search.view) ? search.view : undefined}
      options={views.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => onShow(parse({ ...views.find((view) => view.id === id)?.params, view: id }))}
    />
  );
}
