import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { personStatuses } from '../../../contract/values.ts';
import { AddressChip } from '../../components/filters/address-chip.tsx';
import { useCountryName } from '../../components/person/person-row.tsx';
import { languageNames, leadStatusLabels } from '../../components/person/person-labels.ts';
import type { Address } from '../../hooks/use-address.ts';
import { ChipRow } from '../../ui/chip-row.tsx';
import { statusIn, type Choices, type LeadFilters } from './queries.ts';

/** Parses the filters of the URL. */
export function filtersOf({ get }: Address): LeadFilters {
  return { language: get('language'), country: get('country'), status: statusIn(get('status')) };
}

interface FiltersProps {
  address: Address;
  wanted: LeadFilters;
  choices: Choices | undefined;
  /** Waiting leads have a single status. */
  hasStatus: boolean;
}

/** Language, country and status as chips, stored in the URL. */
export function Filters({ address, wanted, choices, hasStatus }: FiltersProps): ReactElement {
  const { t } = useLingui();
  const country = useCountryName();
  const { language, country: chosen, status } = wanted;
  const language_name = (code: string): string => (languageNames[code] ? t(languageNames[code]) : code);
  const options = (codes: readonly string[] = [], value: string | null, name: (code: string) => string) =>
    [...new Set([...codes, ...(value === null ? [] : [value])])].map((code) => ({ value: code, label: name(code) }));
  const statuses = personStatuses.filter((one) => one !== 'waiting');
  return (
    <ChipRow aria-label={t`Filters`}>
      {hasStatus && (
        <AddressChip
          {...{ address, name: 'status', label: t`Status`, value: status ?? '', every: t`All statuses` }}
          options={statuses.map((one) => ({ value: one, label: t(leadStatusLabels[one]) }))}
        />
      )}
      <AddressChip
        {...{ address, name: 'language', label: t`Language`, value: language ?? '', every: t`All languages` }}
        options={options(choices?.languages, language, language_name)}
      />
      <AddressChip
        {...{ address, name: 'country', label: t`Country`, value: chosen ?? '', every: t`All countries` }}
        options={options(choices?.countries, chosen, country)}
      />
    </ChipRow>
  );
}
