import { useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { donationMethods, donationStates } from '../../../contract/values.ts';
import { donationStateLabels, methodLabels } from '../../components/donation/donation-labels.ts';
import { FilterChip } from '../../components/filters/filter-chip.tsx';
import type { DonationCard } from '../../db/queries/donations.ts';
import { ChipRow } from '../../ui/chip-row.tsx';
import type { DonationsSearch } from './search-params.ts';

/** Maximum number of donations to which the filters apply; these are the latest donations. */
export const MAX_DONATIONS = 2000;

export const noFilters: DonationsSearch = { donation_state: undefined, method: undefined, view: undefined };

/**
 * Returns the donations that match the filters. The state filter applies only to the list of all donations, because
 * waiting donations all have the same state.
 */
export const filterDonations = (
  cards: readonly DonationCard[],
  { list, donation_state, method }: DonationsSearch,
): DonationCard[] =>
  cards.filter(
    ({ donation }) =>
      (method === undefined || donation.method === method) &&
      (list !== 'all' || donation_state === undefined || donation.state === donation_state),
  );

interface DonationFiltersProps {
  search: DonationsSearch;
  onChange: (change: DonationsSearch) => void;
  /** Additional chips, shown before the filter chips. */
  children?: ReactNode;
}

/** Filter chips of the donations: state and payment method. */
export function DonationFilters({ search, onChange, children }: DonationFiltersProps): ReactElement {
  const { t } = useLingui();
  return (
    <ChipRow aria-label={t`Filters`}>
      {children}
      {search.list === 'all' && (
        <FilterChip
          label={t`Status`}
          allLabel={t`All statuses`}
          value={donationStates.find((state) => state === search.donation_state)}
          options={donationStates.map((value) => ({ value, label: t(donationStateLabels[value]) }))}
          onChange={(donation_state) => onChange({ donation_state })}
        />
      )}
      <FilterChip
        label={t`Payment method`}
        allLabel={t`All payment methods`}
        value={donationMethods.find((method) => method === search.method)}
        options={donationMethods.map((value) => ({ value, label: t(methodLabels[value]) }))}
        onChange={(method) => onChange({ method })}
      />
    </ChipRow>
  );
}
