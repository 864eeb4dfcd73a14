import { useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { personStatuses } from '../../../contract/filter-values.ts';
import { FilterChip } from '../../components/filters/filter-chip.tsx';
import { useCountryName } from '../../components/person/person-row.tsx';
import { languageLabels, leadStatusLabels } from '../../components/person/person-labels.ts';
import { ChipRow } from '../../ui/chip-row.tsx';
import type { Choices } from './queries.ts';
import type { LeadsSearch } from './search-params.ts';

export interface ListProps {
  search: LeadsSearch;
  onChange: (change: LeadsSearch) => void;
}

export const noFilters: LeadsSearch = { language: undefined, country: undefined, status: undefined, view: undefined };

interface FiltersProps extends ListProps {
  choices: Choices | undefined;
  /** Whether to offer the status filter; waiting leads all have the same status. */
  hasStatus: boolean;
  /** Additional chips, shown before the filter chips. */
  children?: ReactNode;
}

/** Filter chips of a list of leads: language, country and status. */
export function Filters({ search, onChange, choices, hasStatus, children }: FiltersProps): ReactElement {
  const { t } = useLingui();
  const country = useCountryName();
  const { language, country: chosen, status } = search;
  const languageName = (code: string): string => (languageLabels[code] ? t(languageLabels[code]) : code);
  const options = (codes: readonly string[] = [], value: string | undefined, name: (code: string) => string) =>
    [...new Set([...codes, ...(value === undefined ? [] : [value])])].map((code) => ({
      value: code,
      label: name(code),
    }));
  const statuses = personStatuses.filter((leadStatus) => leadStatus !== 'waiting');
  return (
    <ChipRow aria-label={t`Filters`}>
      {children}
      {hasStatus && (
        <FilterChip
          label={t`Status`}
          allLabel={t`All statuses`}
          value={status}
          options={statuses.map((leadStatus) => ({ value: leadStatus, label: t(leadStatusLabels[leadStatus]) }))}
          onChange={(value) => onChange({ status: value })}
        />
      )}
      <FilterChip
        label={t`Language`}
        allLabel={t`All languages`}
        value={language}
        options={options(choices?.languages, language, languageName)}
        onChange={(value) => onChange({ language: value })}
      />
      <FilterChip
        label={t`Country`}
        allLabel={t`All countries`}
        value={chosen}
        options={options(choices?.countries, chosen, country)}
        onChange={(value) => onChange({ country: value })}
      />
    </ChipRow>
  );
}
