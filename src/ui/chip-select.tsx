import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import type { ReactElement, ReactNode } from 'react';
import { Button, Select, SelectValue } from 'react-aria-components/Select';

import { AriaLocale } from './aria-locale.tsx';
import styles from './chip-select.module.css';
import { classNames } from './class-names.ts';
import { OptionList, type SelectOption } from './option-list.tsx';

export type ChipSelectProps = {
  label: string;
  /** The content of the chip: the selected option, or the name of the field by which the chip filters. */
  face: ReactNode;
  icon?: ReactNode;
  isOn: boolean;
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
};

/** A chip that opens a list of options. */
export function ChipSelect({ label, face, icon, isOn, value, options, onChange }: ChipSelectProps): ReactElement {
  return (
    <AriaLocale>
      <Select aria-label={label} value={value} onChange={(key) => key !== value && onChange(String(key ?? ''))}>
        <Button className={classNames(styles.chip)} data-on={isOn}>
          {icon}
          <SelectValue>{face}</SelectValue>
          <IconChevronDown aria-hidden="true" />
        </Button>
        <OptionList options={options} />
      </Select>
    </AriaLocale>
  );
}
