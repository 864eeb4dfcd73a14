import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import type { ReactElement, ReactNode } from 'react';
import styles from './chip-select.module.css';

export type ChipSelectProps = {
  label: string;
  /** The chip's text: the choice, or what it selects. */
  face: ReactNode;
  icon?: ReactNode;
  isOn: boolean;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

/** A chip that opens the platform's own list. */
export function ChipSelect({ label, face, icon, isOn, value, options, onChange }: ChipSelectProps): ReactElement {
  return (
    <div className={styles.chip} data-on={isOn}>
      {icon}
      <span aria-hidden="true">{face}</span>
      <IconChevronDown aria-hidden="true" />
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
