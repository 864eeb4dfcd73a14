import type { ReactElement, ReactNode } from 'react';
import { ChipSelect } from '../../ui/chip-select.tsx';

export interface FilterChipProps<T extends string> {
  label: string;
  icon?: ReactNode;
  /** The selected value; undefined if the list is not filtered. */
  value: T | undefined;
  /** Label of the option that removes the filter. */
  allLabel: string;
  options: readonly { value: T; label: string }[];
  onChange: (value: T | undefined) => void;
}

/** A chip that filters a list by one of several values. */
export function FilterChip<T extends string>(props: FilterChipProps<T>): ReactElement {
  const { label, icon, value, allLabel, options, onChange } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <ChipSelect
      label={label}
      icon={icon}
      // The value itself, such as an id, means nothing to the user.
      face={chosen?.label ?? label}
      isOn={value !== undefined}
      value={chosen ? chosen.value : ''}
      options={[{ value: '', label: allLabel }, ...options]}
      onChange={(next) => onChange(options.find((option) => option.value === next)?.value)}
    />
  );
}
