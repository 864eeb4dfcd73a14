import { useLingui } from '@lingui/react/macro';
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import { type ReactElement, useRef } from 'react';
import type { ContactCategory } from '../../../contract/entities/contact-category.ts';
import { contactStatuses, type ContactStatus } from '../../../contract/filter-values.ts';
import type { ContactSort, OwnerFilter } from '../../bridge/search-api.ts';
import { CategoryDot } from '../../components/contact/category-dot.tsx';
import { contactStatusLabels } from '../../components/contact/contact-labels.ts';
import { useSearchShortcut } from '../../hooks/use-search-shortcut.ts';
import { ChipRow } from '../../ui/chip-row.tsx';
import { ChipSelect } from '../../ui/chip-select.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import styles from './contacts.module.css';
import type { ContactFilters } from './filters.ts';

function useSortLabels(): Record<ContactSort, string> {
  const { t } = useLingui();
  return { name: t`By name`, newest: t`Newest first`, next_step: t`By next step` };
}

function useOwnerLabels(): Record<OwnerFilter, string> {
  const { t } = useLingui();
  return {
    mine: t({ message: 'Mine', context: 'contacts' }),
    team: t({ message: 'Team', context: 'contacts' }),
    all: t({ message: 'Mine and team', context: 'contacts' }),
  };
}

export type FilterBarProps = { filters: ContactFilters; categories: readonly ContactCategory[]; isPane: boolean };

/** The search field, filters and sort order of the contact list. */
export function FilterBar({ filters, categories, isPane }: FilterBarProps): ReactElement {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const { wanted, change, hasTeam } = filters;
  useSearchShortcut(input);
  return (
    <>
      <div className={styles.search}>
        <SearchField
          ref={input}
          aria-label={t`Search contacts`}
          placeholder={t`Name, number, email or city`}
          value={wanted.text}
          onChange={(text) => change({ text })}
        />
      </div>
      <ChipRow aria-label={t`Filters`} wrap={isPane}>
        {hasTeam && <OwnerChip value={wanted.owner} onChange={(owner) => change({ owner })} />}
        <StatusChip value={wanted.status} onChange={(status) => change({ status })} />
        {(categories.length > 0 || wanted.category !== null) && (
          <CategoryChip categories={categories} value={wanted.category} onChange={(category) => change({ category })} />
        )}
        <SortChip value={wanted.sort} onChange={(sort) => change({ sort })} />
      </ChipRow>
    </>
  );
}

function OwnerChip({ value, onChange }: { value: OwnerFilter; onChange: (value: OwnerFilter) => void }): ReactElement {
  const { t } = useLingui();
  const labels = useOwnerLabels();
  return (
    <ChipSelect
      label={t`Filter by owner`}
      face={labels[value]}
      isOn={value !== 'mine'}
      value={value}
      options={Object.entries(labels).map(([key, label]) => ({ value: key, label }))}
      onChange={(key) => onChange(key as OwnerFilter)}
    />
  );
}

type StatusChipProps = { value: ContactStatus | null; onChange: (value: ContactStatus | null) => void };

function StatusChip({ value, onChange }: StatusChipProps): ReactElement {
  const { t } = useLingui();
  const options = contactStatuses.map((status) => ({ value: status, label: t(contactStatusLabels[status]) }));
  return (
    <ChipSelect
      label={t`Status`}
      face={value === null ? t`Status` : t(contactStatusLabels[value])}
      isOn={value !== null}
      value={value ?? ''}
      options={[{ value: '', label: t`All statuses` }, ...options]}
      onChange={(key) => onChange(key === '' ? null : (key as ContactStatus))}
    />
  );
}

type CategoryChipProps = {
  categories: readonly ContactCategory[];
  value: string | null;
  onChange: (value: string | null) => void;
};

function CategoryChip({ categories, value, onChange }: CategoryChipProps): ReactElement {
  const { t } = useLingui();
  const chosen = categories.find(({ id }) => id === value);
  const options = categories.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <ChipSelect
      label={t`Category`}
      face={chosen?.name ?? t`Category`}
      icon={chosen && <CategoryDot color={chosen.color} />}
      isOn={value !== null}
      value={chosen ? chosen.id : ''}
      options={[{ value: '', label: t`All categories` }, ...options]}
      onChange={(key) => onChange(key === '' ? null : key)}
    />
  );
}

function SortChip({ value, onChange }: { value: ContactSort; onChange: (value: ContactSort) => void }): ReactElement {
  const { t } = useLingui();
  const labels = useSortLabels();
  return (
    <ChipSelect
      label={t`Sort by`}
      face={labels[value]}
      icon={<IconArrowsSort aria-hidden="true" />}
      isOn={false}
      value={value}
      options={Object.entries(labels).map(([key, label]) => ({ value: key, label }))}
      onChange={(key) => onChange(key as ContactSort)}
    />
  );
}
