import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import type { ReactElement, ReactNode } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';

import { classNames } from './class-names.ts';
import styles from './options.module.css';

export type SelectOption = { value: string; label: string; isDisabled?: boolean };

export type OptionListProps = {
  options: readonly SelectOption[];
  /** Shown if there are no options. */
  empty?: ReactNode;
};

/** The list that a select or combo box opens. */
export function OptionList({ options, empty }: OptionListProps): ReactElement {
  return (
    <Popover className={classNames(styles.popover)} placement="bottom start">
      <ListBox
        className={classNames(styles.options)}
        {...(empty !== undefined && { renderEmptyState: () => <div className={styles.empty}>{empty}</div> })}
      >
        {options.map(({ value, label, isDisabled = false }) => (
          <ListBoxItem
            key={value}
            id={value}
            textValue={label}
            isDisabled={isDisabled}
            className={classNames(styles.option)}
          >
            <span>{label}</span>
            <IconCheck aria-hidden="true" />
          </ListBoxItem>
        ))}
      </ListBox>
    </Popover>
  );
}
