import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { personStatuses } from '../../../contract/values.ts';
import { useCountryName } from '../../cards/person-row.tsx';
import { languageNames, leadStatusWords } from '../../cards/person-words.ts';
import type { Address } from '../../cards/use-address.ts';
import { ChipSelect } from '../../ui/chip-select.tsx';
import styles from './leads.module.css';
import { statusIn, type Choices, type LeadFilters } from './queries.ts';

/** What the address asks for. */
export function filtersOf({ get }: Address): LeadFilters {
  return { language: get('language'), country: get('country'), status: statusIn(get('status')) };
}

interface FiltersProps {
  address: Address;
  wanted: LeadFilters;
  choices: Choices | undefined;
  /** Those who wait have one status alone. */
  hasStatus: boolean;
}

/** Language, country and status, as chips; the address holds them. */
export function Filters({ address, wanted, choices, hasStatus }: FiltersProps): ReactElement {
  const { t } = useLingui();
  const country = useCountryName();
  const { language, country: chosen, status } = wanted;
  const language_name = (code: string): string => (languageNames[code] ? t(languageNames[code]) : code);
  const options = (codes: readonly string[], value: string | null, name: (code: string) => string) =>
    [...new Set([...codes, ...(value === null ? [] : [value])])].map((code) => ({ value: code, label: name(code) }));
  return (
    <div className={styles.chips} role="group" aria-label={t`Filters`}>
      {hasStatus && (
        <ChipSelect
          label={t`Status`}
          face={status === null ? t`Status` : t(leadStatusWords[status])}
          isOn={status !== null}
          value={status ?? ''}
          options={[
            { value: '', label: t`Every status` },
            ...personStatuses
              .filter((one) => one !== 'waiting')
              .map((one) => ({ value: one, label: t(leadStatusWords[one]) })),
          ]}
          onChange={(value) => address.set({ status: value })}
        />
      )}
      <ChipSelect
        label={t`Language`}
        face={language === null ? t`Language` : language_name(language)}
        isOn={language !== null}
        value={language ?? ''}
        options={[
          { value: '', label: t`Every language` },
          ...options(choices?.languages ?? [], language, language_name),
        ]}
        onChange={(value) => address.set({ language: value })}
      />
      <ChipSelect
        label={t`Country`}
        face={chosen === null ? t`Country` : country(chosen)}
        isOn={chosen !== null}
        value={chosen ?? ''}
        options={[{ value: '', label: t`Every country` }, ...options(choices?.countries ?? [], chosen, country)]}
        onChange={(value) => address.set({ country: value })}
      />
    </div>
  );
}
