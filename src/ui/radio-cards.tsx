import { type ReactElement, type ReactNode, type Ref, useId } from 'react';

import { FieldError } from './field.tsx';
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
  /** 'row' places short options side by side where space allows. */
  layout?: 'stack' | 'row';
  /** Ref of the focusable option: the selected one, or the first. */
  ref?: Ref<HTMLInputElement> | undefined;
};

/** One of a few options, each on a thumb-sized card. */
export function RadioCards(props: RadioCardsProps): ReactElement {
  const { label, hideLabel = false, description, options, value, onChange, errorMessage, layout = 'stack' } = props;
  const id = useId();
  const target = options.find((option) => option.value === value) ?? options[0];
  const describedBy = [description && `${id}-about`, errorMessage && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div
      role="radiogroup"
      className={styles.group}
      aria-labelledby={`${id}-label`}
      {...(describedBy && { 'aria-describedby': describedBy })}
      {...(errorMessage && { 'aria-invalid': true })}
    >
      <div className={styles.label} data-hidden={hideLabel} id={`${id}-label`}>
        {label}
      </div>
      {description && <small id={`${id}-about`}>{description}</small>}
      <div className={styles.options} data-layout={layout}>
        {options.map((option) => (
          <label key={option.value} className={styles.card}>
            <input
              type="radio"
              ref={option === target ? props.ref : undefined}
              className={styles.dot}
              name={props.name ?? id}
              value={option.value}
              checked={option.value === value}
              disabled={option.isDisabled ?? false}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.text}>
              <span className={styles.title}>{option.title}</span>
              {option.subtitle && <small>{option.subtitle}</small>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} message={errorMessage} />
    </div>
  );
}
