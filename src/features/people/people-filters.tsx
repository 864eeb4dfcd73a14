import { useLingui } from '@lingui/react/macro';
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import type { ReactElement } from 'react';
import { personStatuses } from '../../../contract/values.ts';
import { AddressChip, type AddressChipProps } from '../../components/filters/address-chip.tsx';
import { leadStatusLabels } from '../../components/person/person-labels.ts';
import type { Address } from '../../hooks/use-address.ts';
import { useSearchText } from '../../hooks/use-search-text.ts';
import type { PeopleQuery } from '../../lib/cached-pages.ts';
import { ChipRow } from '../../ui/chip-row.tsx';
import { ChipSelect } from '../../ui/chip-select.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import type { PeopleChoices } from './people-queries.ts';

export const orders = ['name', '-updated_at', '-created_at', 'city', 'status'] as const;

/** Parses the filters of the URL. */
export function queryOf({ get }: Address): PeopleQuery {
  const text = (name: string): string => get(name) ?? '';
  const page = Number(get('page') ?? '1');
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    search: text('q').trim(),
    ordering: orders.find((one) => one === get('order')) ?? 'name',
    status: personStatuses.find((one) => one === get('status')) ?? '',
    language: text('language'),
    country: text('country'),
    responsible_id: text('responsible'),
    tag: text('tag'),
    group: text('group'),
  };
}

export const noFilters: Record<string, null> = {
  ...{ q: null, status: null, language: null, country: null, responsible: null, tag: null, group: null, page: null },
};

export const isNarrowed = ({ page: _, ordering: __, ...rest }: PeopleQuery): boolean =>
  Object.values(rest).some((value) => value !== '');

/** The search field; the URL follows shortly after the last key. */
export function PeopleSearch({ address }: { address: Address }): ReactElement {
  const { t } = useLingui();
  const { text, type } = useSearchText(address);
  return (
    <SearchField
      aria-label={t`Search people`}
      placeholder={t`Name, email, city or number`}
      value={text}
      onChange={type}
    />
  );
}

type Options = AddressChipProps['options'];

interface FiltersProps {
  address: Address;
  ask: PeopleQuery;
  choices: PeopleChoices | null;
}

/** All filters and the sort order. The available values were fetched before. */
export function PeopleFilters({ address, ask, choices }: FiltersProps): ReactElement {
  const { t } = useLingui();
  const orderWords: Record<(typeof orders)[number], string> = {
    name: t`By name`,
    '-updated_at': t`Recently changed`,
    '-created_at': t`Newest first`,
    city: t`By city`,
    status: t`By status`,
  };
  const statuses = personStatuses.map((value) => ({ value, label: t(leadStatusLabels[value]) }));
  const { languages = [], countries = [], responsible = [], tags = [], groups = [] } = choices ?? {};
  const chip = (name: string, value: string, label: string, every: string, options: Options) =>
    (options.length > 0 || value !== '') && <AddressChip {...{ name, value, label, every, options, address }} />;
  return (
    <ChipRow aria-label={t`Filters`}>
      {chip('status', ask.status, t`Status`, t`All statuses`, statuses)}
      {chip('language', ask.language, t`Language`, t`All languages`, languages)}
      {chip('country', ask.country, t`Country`, t`All countries`, countries)}
      {chip('responsible', ask.responsible_id, t`Employee`, t`All employees`, responsible)}
      {chip('tag', ask.tag, t`Tag`, t`All tags`, tags)}
      {chip('group', ask.group, t`Group`, t`All groups`, groups)}
      <ChipSelect
        label={t`Sort by`}
        face={orderWords[ask.ordering as (typeof orders)[number]]}
        icon={<IconArrowsSort aria-hidden="true" />}
        isOn={false}
        value={ask.ordering}
        options={orders.map((value) => ({ value, label: orderWords[value] }))}
        onChange={(order) => address.set({ order: order === 'name' ? null : order, page: null })}
      />
    </ChipRow>
  );
}
