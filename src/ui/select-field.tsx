import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import type { ReactElement, Ref } from 'react';
import { Button, Select, SelectValue } from 'react-aria-components/Select';
import { AriaFieldBody, ariaFieldProps } from './aria-field.tsx';
import { AriaLocale } from './aria-locale.tsx';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import type { FieldTexts } from './field.tsx';
import { OptionList, type SelectOption } from './option-list.tsx';

export type SelectFieldProps = FieldTexts & {
  id?: string;
  name?: string;
  autoComplete?: string;
  options: readonly SelectOption[];
  /** Text of an additional first option, whose value is ''. If absent, there is no such option. */
  placeholder?: string;
  /** '' when nothing is selected. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Ref of the button that opens the list. */
  ref?: Ref<HTMLButtonElement> | undefined;
};

/** A field that selects one of several options from a list. */
export function SelectField({ options, value, onChange, onBlur, ref, ...props }: SelectFieldProps): ReactElement {
  const { placeholder } = props;
  const all = placeholder === undefined ? options : [{ value: '', label: placeholder }, ...options];
  return (
    <AriaLocale>
      <Select
        {...ariaFieldProps(props)}
        {...(props.name && { name: props.name })}
        {...(props.autoComplete && { autoComplete: props.autoComplete })}
        {...(onBlur && { onBlur })}
        placeholder={placeholder ?? ''}
        value={value}
        onChange={(key) => key !== value && onChange(String(key ?? ''))}
      >
        <AriaFieldBody label={props.label} description={props.description} errorMessage={props.errorMessage}>
          <Button
            className={classNames(styles.control, styles.select)}
            {...(ref && { ref })}
            {...(props.id && { id: props.id })}
            data-invalid={Boolean(props.errorMessage)}
          >
            {/* By default, the button would show the whole selected option, including its check mark. */}
            <SelectValue className={classNames(styles.value)}>
              {({ selectedText, defaultChildren, isPlaceholder }) => (isPlaceholder ? defaultChildren : selectedText)}
            </SelectValue>
            <IconChevronDown aria-hidden="true" />
          </Button>
        </AriaFieldBody>
        <OptionList options={all} />
      </Select>
    </AriaLocale>
  );
}
