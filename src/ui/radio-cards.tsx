import type { ReactElement, ReactNode, Ref } from 'react';
import { Label, Radio, RadioGroup, Text } from 'react-aria-components/RadioGroup';

import { AriaFieldError } from './aria-field-error.tsx';
import { classNames } from './class-names.ts';
import styles from './radio-cards.module.css';

export type RadioOption = { value: string; title: ReactNode; subtitle?: ReactNode; isDisabled?: boolean };

export type RadioCardsProps = {
  label: ReactNode;
  /** Hides the label visually. */
  hideLabel?: boolean;
  description?: ReactNode;
  options: readonly RadioOption[];
  /** '' when nothing is selected. */
  value: string;
  onChange: (value: string) => void;
  errorMessage?: string | undefined;
  name?: string;
  /** 'row' places short options side by side if there is enough space; 'tall' is for options of several lines. */
  layout?: 'stack' | 'row' | 'tall';
  /** Ref of the focusable option: the selected one, or the first. */
  ref?: Ref<HTMLInputElement> | undefined;
};

/** Selects one of a few options, each on a card that is large enough for a thumb. */
export function RadioCards(props: RadioCardsProps): ReactElement {
  const { label, hideLabel = false, description, options, value, onChange, errorMessage, layout = 'stack' } = props;
  const target = options.find((option) => option.value === value) ?? options[0];
  return (
    <RadioGroup
      className={classNames(styles.group)}
      {...(props.name && { name: props.name })}
      value={value === '' ? null : value}
      onChange={onChange}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
    >
      <Label className={classNames(styles.label)} data-hidden={hideLabel}>
        {label}
      </Label>
      {description && (
        <Text slot="description" elementType="small">
          {description}
        </Text>
      )}
      <div className={styles.options} data-layout={layout}>
        {options.map((option) => (
          <Radio
            key={option.value}
            className={classNames(styles.card)}
            value={option.value}
            isDisabled={option.isDisabled ?? false}
            {...(option === target && props.ref && { inputRef: props.ref })}
          >
            <span className={styles.dot} />
            <span className={styles.text}>
              <span className={styles.title}>{option.title}</span>
              {option.subtitle && <small>{option.subtitle}</small>}
            </span>
          </Radio>
        ))}
      </div>
      <AriaFieldError message={errorMessage} />
    </RadioGroup>
  );
}
