import { Trans, useLingui } from '@lingui/react/macro';
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import type { ReactElement } from 'react';
import type { AccountCounts } from '../../../contract/api-calls/admin.ts';
import { accountOrderings } from '../../../contract/filter-values.ts';
import { useSearchText } from '../../hooks/use-search-text.ts';
import type { AdminUsersQuery } from '../../lib/cached-pages.ts';
import { ChipLink, ChipLinks } from '../../ui/chip-links.tsx';
import { ChipSelect } from '../../ui/chip-select.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import styles from './admin.module.css';
import { orderLabels } from './labels.ts';
import type { UsersSearch } from './search-params.ts';

/** Parses the filters in the URL. */
export const parseUsersQuery = ({ q = '', page = 1, order, role, access }: UsersSearch): AdminUsersQuery => ({
  page,
  search: q.trim(),
  ordering: order ?? '-created_at',
  role: role ?? '',
  state: access ?? '',
});

export const noFilters: UsersSearch = {
  q: undefined,
  role: undefined,
  access: undefined,
  page: undefined,
  view: undefined,
};

interface FiltersProps {
  search: UsersSearch;
  counts: AccountCounts | null;
  onChange: (change: UsersSearch) => void;
  /** Whether to offer the sort order as a chip, for a list without column headers. */
  withOrder: boolean;
}

/** The search field, and the role and state filters with the number of accounts for each. */
export function UsersFilters({ search, counts, onChange, withOrder }: FiltersProps): ReactElement {
  const { t } = useLingui();
  const { text, type } = useSearchText(search.q ?? '', (q) => onChange({ q, page: undefined }));
  const { role, access, order = '-created_at' } = search;
  const to = '/main/admin/users/all';
  const chip = (change: Pick<UsersSearch, 'role' | 'access'>) => ({
    to,
    search: { ...search, role: undefined, access: undefined, page: undefined, ...change },
    isCurrent: role === change.role && access === change.access,
  });
  return (
    <>
      <div className={styles.search}>
        <SearchField
          aria-label={t`Search accounts`}
          placeholder={t`Name, email or phone`}
          value={text}
          onChange={type}
        />
      </div>
      <ChipLinks aria-label={t`Filters`} wrap={!withOrder}>
        <ChipLink {...chip({})}>
          <Trans>Everyone</Trans>
        </ChipLink>
        <ChipLink {...chip({ role: 'employee' })} count={counts?.employees}>
          <Trans>Employees</Trans>
        </ChipLink>
        <ChipLink {...chip({ role: 'manager' })} count={counts?.managers}>
          <Trans>Managers</Trans>
        </ChipLink>
        <ChipLink {...chip({ role: 'superuser' })} count={counts?.superusers}>
          <Trans>Administrators</Trans>
        </ChipLink>
        <ChipLink {...chip({ access: 'not_active' })} count={counts?.not_active}>
          <Trans context="account">Not active</Trans>
        </ChipLink>
        <ChipLink {...chip({ access: 'blocked' })} count={counts?.blocked}>
          <Trans context="account">Blocked</Trans>
        </ChipLink>
      </ChipLinks>
      {withOrder && (
        <div>
          <ChipSelect
            label={t`Sort by`}
            face={t(orderLabels[order])}
            icon={<IconArrowsSort aria-hidden="true" />}
            isOn={false}
            value={order}
            options={accountOrderings.map((value) => ({ value, label: t(orderLabels[value]) }))}
            onChange={(next) => onChange({ order: accountOrderings.find((one) => one === next), page: undefined })}
          />
        </div>
      )}
    </>
  );
}
