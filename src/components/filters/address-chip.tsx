import type { ReactElement } from 'react';
import { ChipSelect } from '../../ui/chip-select.tsx';
import type { Address } from '../../hooks/use-address.ts';

export interface AddressChipProps {
  address: Address;
  /** Name of the search parameter. */
  name: string;
  label: string;
  /** The selected value; empty for all. */
  value: string;
  /** Label of the option "all". */
  every: string;
  options: readonly { value: string; label: string }[];
}

/** A chip that filters a list. The URL holds the choice, and the list restarts at its first page. */
export function AddressChip({ address, name, label, value, every, options }: AddressChipProps): ReactElement {
  const chosen = options.find((option) => option.value === value);
  return (
    <ChipSelect
      label={label}
      face={value === '' ? label : (chosen?.label ?? value)}
      isOn={value !== ''}
      value={chosen ? value : ''}
      options={[{ value: '', label: every }, ...options]}
      onChange={(next) => address.set({ [name]: next, page: null })}
    />
  );
}
