import { getLocalTimeZone, today, toCalendarDateTime } from '@internationalized/date';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import { type ReactElement, type Ref, useState } from 'react';
import { Button, DatePicker, Group } from 'react-aria-components/DatePicker';

import { AriaFieldBody, ariaFieldProps } from './aria-field.tsx';
import { AriaLocale } from './aria-locale.tsx';
import { CalendarPopover } from './calendar-popover.tsx';
import { classNames } from './class-names.ts';
import { DateSegments } from './date-segments.tsx';
import styles from './date-time-field.module.css';
import { type DateKind, dateOf, dateText, MORNING_HOUR, withTime } from './date-value.ts';
import fieldStyles from './field.module.css';
import type { FieldTexts } from './field.tsx';
import { useTypedValue } from './use-typed-value.ts';

export type DateTimeFieldProps = FieldTexts & {
  type?: DateKind;
  /** The value in the device's time zone: 2026-05-03, or 2026-05-03T14:20 with a time. */
  value: string;
  /** Called with an empty string while the date is incomplete. */
  onChange: (value: string) => void;
  onBlur?: () => void;
  /**
   * The first and the last date that can be chosen in the calendar. Typed dates are not checked here, so the form must
   * validate them.
   */
  min?: string;
  max?: string;
  /** Ref of the first segment. */
  ref?: Ref<HTMLElement> | undefined;
};

/**
 * Returns the value at which an empty field starts when it is edited: today, or today at 09:00 if the field has a time.
 */
function placeholderOf(type: DateKind) {
  const day = today(getLocalTimeZone());
  return type === 'date' ? day : toCalendarDateTime(day).set({ hour: MORNING_HOUR });
}

/**
 * A field for a date, or a date and time, as DD/MM/YYYY HH:mm in all languages. The user types it, or chooses it from a
 * calendar.
 */
export function DateTimeField(props: DateTimeFieldProps): ReactElement {
  const { type = 'datetime-local', value: text, onChange, onBlur, min, max, ref, ...texts } = props;
  const { label, description, errorMessage } = texts;
  const [placeholder] = useState(() => placeholderOf(type));
  const typed = useTypedValue({ text, onChange, valueOf: (typedText) => dateOf(type, typedText), textOf: dateText });
  const leave = (): void => {
    if (type !== 'date') typed.complete(withTime);
    onBlur?.();
  };
  return (
    <AriaLocale>
      <DatePicker
        {...ariaFieldProps(texts)}
        granularity={type === 'date' ? 'day' : 'minute'}
        hourCycle={24}
        shouldForceLeadingZeros
        placeholderValue={placeholder}
        value={typed.value}
        onChange={typed.set}
        onBlur={leave}
      >
        <AriaFieldBody label={label} description={description} errorMessage={errorMessage}>
          <Group className={classNames(fieldStyles.control, styles.control)}>
            <DateSegments first="day" ref={ref} onParts={typed.onParts} />
            <Button className={classNames(styles.open)}>
              <IconCalendar aria-hidden="true" />
            </Button>
          </Group>
        </AriaFieldBody>
        <CalendarPopover min={min} max={max} />
      </DatePicker>
    </AriaLocale>
  );
}
