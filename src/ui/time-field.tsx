import type { ReactElement, Ref } from 'react';
import { TimeField as AriaTimeField } from 'react-aria-components/TimeField';

import { AriaFieldBody, ariaFieldProps } from './aria-field.tsx';
import { AriaLocale } from './aria-locale.tsx';
import { classNames } from './class-names.ts';
import { DateSegments } from './date-segments.tsx';
import { timeAtFullHour, timeOf, timeText } from './date-value.ts';
import dateStyles from './date-time-field.module.css';
import styles from './field.module.css';
import type { FieldTexts } from './field.tsx';
import { useTypedValue } from './use-typed-value.ts';

export type TimeFieldProps = FieldTexts & {
  /** The time of day, e.g. 14:20. */
  value: string;
  /** Called with an empty string while the time is incomplete. */
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Ref of the first segment. */
  ref?: Ref<HTMLElement> | undefined;
};

/** A field for a time of day on the 24-hour clock. */
export function TimeField(props: TimeFieldProps): ReactElement {
  const { value: text, onChange, onBlur, ref, ...texts } = props;
  const { label, description, errorMessage } = texts;
  const typed = useTypedValue({ text, onChange, valueOf: timeOf, textOf: timeText });
  const leave = (): void => {
    typed.complete(timeAtFullHour);
    onBlur?.();
  };
  return (
    <AriaLocale>
      <AriaTimeField
        {...ariaFieldProps(texts)}
        hourCycle={24}
        shouldForceLeadingZeros
        value={typed.value}
        onChange={typed.set}
        onBlur={leave}
      >
        <AriaFieldBody label={label} description={description} errorMessage={errorMessage}>
          <div
            className={classNames(styles.control, dateStyles.control)}
            data-invalid={errorMessage ? true : undefined}
          >
            <DateSegments first="hour" ref={ref} onParts={typed.onParts} />
          </div>
        </AriaFieldBody>
      </AriaTimeField>
    </AriaLocale>
  );
}
