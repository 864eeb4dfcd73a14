import { Trans } from '@lingui/react/macro';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import type { ReactElement, Ref } from 'react';
import { Button, ComboBox, Input } from 'react-aria-components/ComboBox';

import { AriaFieldBody, ariaFieldProps } from './aria-field.tsx';
import { AriaLocale } from './aria-locale.tsx';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import type { FieldTexts } from './field.tsx';
import { OptionList, type SelectOption } from './option-list.tsx';

export type ComboFieldProps = FieldTexts & {
  id?: string;
  name?: string;
  options: readonly SelectOption[];
  /** Text in the empty field. Without a placeholder, a value cannot be cleared. */
  placeholder?: string;
  /** '' when nothing is selected. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** A field that selects one of many options, which the user can search by typing. */
export function ComboField({ options, value, onChange, onBlur, ref, ...props }: ComboFieldProps): ReactElement {
  const choose = (key: string | number | null): void => {
    if (key !== null) onChange(String(key));
    else if (props.placeholder !== undefined) onChange('');
  };
  return (
    <AriaLocale>
      <ComboBox
        {...ariaFieldProps(props)}
        {...(props.name && { name: props.name })}
        value={value === '' ? null : value}
        onChange={choose}
        {...(onBlur && { onBlur })}
        allowsEmptyCollection
      >
        <AriaFieldBody label={props.label} description={props.description} errorMessage={props.errorMessage}>
          <div className={classNames(styles.box, styles.ending)}>
            <Input
              className={classNames(styles.control)}
              {...(ref && { ref })}
              {...(props.id && { id: props.id })}
              placeholder={props.placeholder ?? ''}
              autoComplete="off"
            />
            <Button className={classNames(styles.open)}>
              <IconChevronDown aria-hidden="true" />
            </Button>
          </div>
        </AriaFieldBody>
        <OptionList options={options} empty={<Trans>No matches.</Trans>} />
      </ComboBox>
    </AriaLocale>
  );
}
