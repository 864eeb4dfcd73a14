import { useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import type { Employee } from '../../../contract/entities/employee.ts';
import { employeeStates } from '../../../contract/table-orders.ts';
import { FilterChip } from '../../components/filters/filter-chip.tsx';
import { useCountryName } from '../../components/person/person-row.tsx';
import { languageLabels } from '../../components/person/person-labels.ts';
import { ChipRow } from '../../ui/chip-row.tsx';
import type { EmployeesSearch } from './search-params.ts';
import { stateLabels } from './team-state.ts';

export const noFilters: EmployeesSearch = {
  work_state: undefined,
  language: undefined,
  country: undefined,
  view: undefined,
};

interface TeamFiltersProps {
  team: readonly Employee[];
  search: EmployeesSearch;
  onChange: (change: EmployeesSearch) => void;
  /** Additional chips, shown before the filter chips. */
  children?: ReactNode;
}

/** Filter chips of the team: work state, language and country. */
export function TeamFilters({ team, search, onChange, children }: TeamFiltersProps): ReactElement {
  const { t } = useLingui();
  const country = useCountryName();
  const options = (codes: readonly (string | null)[], value: string | undefined, name: (code: string) => string) =>
    [...new Set([...codes, value])]
      .filter((code) => code !== null && code !== undefined)
      .map((code) => ({ value: code, label: name(code) }))
      .toSorted((a, b) => a.label.localeCompare(b.label));
  const languageName = (code: string): string => (languageLabels[code] ? t(languageLabels[code]) : code);
  return (
    <ChipRow aria-label={t`Filters`}>
      {children}
      <FilterChip
        label={t`Status`}
        allLabel={t`All statuses`}
        value={search.work_state}
        options={employeeStates.map((state) => ({ value: state, label: t(stateLabels[state]) }))}
        onChange={(work_state) => onChange({ work_state })}
      />
      <FilterChip
        label={t`Language`}
        allLabel={t`All languages`}
        value={search.language}
        options={options(
          team.map(({ language }) => language),
          search.language,
          languageName,
        )}
        onChange={(language) => onChange({ language })}
      />
      <FilterChip
        label={t`Country`}
        allLabel={t`All countries`}
        value={search.country}
        options={options(
          team.map((employee) => employee.country),
          search.country,
          country,
        )}
        onChange={(value) => onChange({ country: value })}
      />
    </ChipRow>
  );
}
