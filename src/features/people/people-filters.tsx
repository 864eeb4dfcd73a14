import { Trans, useLingui } from '@lingui/react/macro';
import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs';
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import type { ReactElement, ReactNode, Ref } from 'react';
import { personStatuses } from '../../../contract/filter-values.ts';
import { FilterChip } from '../../components/filters/filter-chip.tsx';
import { languageLabels, leadStatusLabels } from '../../components/person/person-labels.ts';
import { useCountryName } from '../../components/person/person-row.tsx';
import { NoMatches } from '../../components/filters/no-matches.tsx';
import { useSearchText } from '../../hooks/use-search-text.ts';
import type { PeopleQuery } from '../../lib/cached-pages.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ChipRow } from '../../ui/chip-row.tsx';
import { ChipSelect } from '../../ui/chip-select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import type { PeopleChoices } from './people-query.ts';
import type { PeopleSearch } from './search-params.ts';

/** Sort orders that a phone offers; a table is sorted by its column headers. */
const peopleOrders = ['name', '-updated_at', '-created_at', 'city', 'status'] as const;

/** Sets search parameters in the URL. */
export type ChangeSearch = (change: PeopleSearch) => void;

export const noFilters: PeopleSearch = {
  q: undefined,
  status: undefined,
  language: undefined,
  country: undefined,
  responsible: undefined,
  tag: undefined,
  group: undefined,
  page: undefined,
  view: undefined,
};

export const hasPeopleFilters = ({ page: _, ordering: __, ...rest }: PeopleQuery): boolean =>
  Object.values(rest).some((value) => value !== '');

type ChipName = 'status' | 'language' | 'country' | 'responsible' | 'tag' | 'group';
type ChipValue<K extends ChipName> = NonNullable<PeopleSearch[K]>;
type Options<K extends ChipName> = readonly { value: ChipValue<K>; label: string }[];

interface PartProps {
  search: PeopleSearch;
  onChange: ChangeSearch;
}

/** The search field. The URL is updated shortly after the last key press. */
export function PeopleSearchField({
  search,
  onChange,
  ref,
}: PartProps & { ref?: Ref<HTMLInputElement> }): ReactElement {
  const { t } = useLingui();
  const { text, type } = useSearchText(search.q ?? '', (q) => onChange({ q, page: undefined }));
  return (
    <SearchField
      {...(ref && { ref })}
      aria-label={t`Search people`}
      placeholder={t`Name, email, city or number`}
      value={text}
      onChange={type}
    />
  );
}

/** All filters and the sort order of the people list. The values to choose from have been fetched before. */
export function PeopleFilters({
  search,
  onChange,
  choices,
  hasOrder = true,
  views,
}: PartProps & { choices: PeopleChoices | null; hasOrder?: boolean; views?: ReactNode }): ReactElement {
  const { t } = useLingui();
  const orderLabels: Record<(typeof peopleOrders)[number], string> = {
    name: t`By name`,
    '-updated_at': t`Recently changed`,
    '-created_at': t`Newest first`,
    city: t`By city`,
    status: t`By status`,
  };
  const statuses = personStatuses.map((value) => ({ value, label: t(leadStatusLabels[value]) }));
  const country = useCountryName();
  const { responsible = [], tags = [], groups = [] } = choices ?? {};
  // The server's labels are in the language that the user had when they were fetched.
  const languages = (choices?.languages ?? []).map(({ value, label }) => {
    const name = languageLabels[value];
    return { value, label: name ? t(name) : label };
  });
  const countries = (choices?.countries ?? []).map(({ value }) => ({ value, label: country(value) }));
  const order = peopleOrders.find((each) => each === search.order) ?? 'name';
  // Changing a filter goes back to the first page of the list.
  const chip = <K extends ChipName>(name: K, label: string, allLabel: string, options: Options<K>) =>
    (options.length > 0 || search[name] !== undefined) && (
      <FilterChip<ChipValue<K>>
        {...{ label, allLabel, options, value: search[name] }}
        onChange={(value) => onChange({ [name]: value, page: undefined })}
      />
    );
  return (
    <ChipRow aria-label={t`Filters`}>
      {views}
      {chip('status', t`Status`, t`All statuses`, statuses)}
      {chip('language', t`Language`, t`All languages`, languages)}
      {chip('country', t`Country`, t`All countries`, countries)}
      {chip('responsible', t`Employee`, t`All employees`, responsible)}
      {chip('tag', t`Tag`, t`All tags`, tags)}
      {chip('group', t`Group`, t`All groups`, groups)}
      {hasOrder && (
        <ChipSelect
          label={t`Sort by`}
          face={orderLabels[order]}
          icon={<IconArrowsSort aria-hidden="true" />}
          isOn={false}
          value={order}
          options={peopleOrders.map((value) => ({ value, label: orderLabels[value] }))}
          onChange={(next) =>
            onChange({
              order: peopleOrders.find((order) => order === next && order !== 'name'),
              page: undefined,
            })
          }
        />
      )}
    </ChipRow>
  );
}

/** Shown instead of an empty people list, with a suggestion of what to do next. */
export function NoPeople({ query, onChange }: { query: PeopleQuery; onChange: ChangeSearch }): ReactElement {
  const icon = <IconUsersGroup aria-hidden="true" />;
  if (!hasPeopleFilters(query)) {
    return (
      <EmptyState
        icon={icon}
        action={
          <LinkButton variant="soft" to="/leads" search={{ tab: 'waiting' }}>
            <Trans>View waiting leads</Trans>
          </LinkButton>
        }
      >
        <Trans>No people here yet.</Trans>
      </EmptyState>
    );
  }
  return <NoMatches icon={icon} onClear={() => onChange(noFilters)} />;
}
