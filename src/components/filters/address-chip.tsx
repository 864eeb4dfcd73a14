import type { ReactElement } from 'react';
import { ChipSelect } from '../../ui/chip-select.tsx';
import type { Address } from '../../hooks/use-address.ts';

export interface AddressChipProps {
  address: Address;
  /** Under which the address keeps the choice. */
  name: string;
  label: string;
  /** What is chosen; empty for all. */
  value: string;
  /** Says that all are wanted. */
  every: string;
  options: readonly { value: string; label: string }[];
}

/** A chip that narrows a list; the address holds what is chosen, and the list begins at its first page. */
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
