import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { ReactElement } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarMonthPicker,
  CalendarYearPicker,
} from 'react-aria-components/Calendar';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';

import { AriaLocale } from './aria-locale.tsx';
import styles from './calendar-popover.module.css';
import { classNames } from './class-names.ts';
import { dateOf } from './date-value.ts';
import { OptionList } from './option-list.tsx';
import optionStyles from './options.module.css';

/** Number of years in the list; sufficient for all birth years. */
const YEARS = 120;

const DATE_LENGTH = '2026-05-03'.length;

const dayOf = (text: string | undefined) => dateOf('date', text?.slice(0, DATE_LENGTH) ?? '');

export type CalendarPopoverProps = {
  /** Earliest and latest day that can be chosen, as dates or local times. */
  min?: string | undefined;
  max?: string | undefined;
};

/** The calendar that a date field opens. */
export function CalendarPopover({ min, max }: CalendarPopoverProps): ReactElement {
  return (
    <Popover className={classNames(optionStyles.popover)} placement="bottom start">
      <Dialog className={classNames(styles.dialog)}>
        <Calendar className={classNames(styles.calendar)} minValue={dayOf(min)} maxValue={dayOf(max)}>
          <MonthHead />
          <MonthDays />
        </Calendar>
      </Dialog>
    </Popover>
  );
}

/** Month and year, and the buttons to the previous and the next month. */
function MonthHead(): ReactElement {
  return (
    <div className={styles.head}>
      <Button slot="previous" className={classNames(styles.step)}>
        <IconChevronLeft aria-hidden="true" />
      </Button>
      <div className={styles.picks}>
        <CalendarMonthPicker format="long">{(months) => <PeriodSelect {...months} />}</CalendarMonthPicker>
        <CalendarYearPicker visibleYears={YEARS}>{(years) => <PeriodSelect {...years} />}</CalendarYearPicker>
      </div>
      <Button slot="next" className={classNames(styles.step)}>
        <IconChevronRight aria-hidden="true" />
      </Button>
    </div>
  );
}

function MonthDays({ isMarked = () => false }: { isMarked?: (day: string) => boolean }): ReactElement {
  return (
    <CalendarGrid weekdayStyle="short">
      <CalendarGridHeader>
        {(day) => <CalendarHeaderCell className={classNames(styles.weekday)}>{day}</CalendarHeaderCell>}
      </CalendarGridHeader>
      <CalendarGridBody>
        {(date) => (
          <CalendarCell date={date} className={classNames(styles.day, isMarked(date.toString()) && styles.marked)} />
        )}
      </CalendarGridBody>
    </CalendarGrid>
  );
}

export type MonthCalendarProps = {
  'aria-label': string;
  /** The chosen day. The calendar shows its month. */
  day: string;
  onChange: (day: string) => void;
  /** Whether the day is highlighted because the screen shows it. */
  isMarked: (day: string) => boolean;
};

/** A small calendar that is always visible, for choosing the day that the screen shows. */
export function MonthCalendar({ day, onChange, isMarked, ...rest }: MonthCalendarProps): ReactElement {
  return (
    <AriaLocale>
      {/* The key creates a new calendar for each day, because an existing calendar does not scroll to the month of a
          new value. */}
      <Calendar
        {...rest}
        key={day}
        className={classNames(styles.calendar, styles.compact)}
        value={dayOf(day)}
        onChange={(value) => onChange(value.toString().slice(0, DATE_LENGTH))}
      >
        <MonthHead />
        <MonthDays isMarked={isMarked} />
      </Calendar>
    </AriaLocale>
  );
}

type PeriodSelectProps = {
  'aria-label': string | undefined;
  value: string | number;
  onChange: (key: string | number | null) => void;
  items: readonly { id: string | number; formatted: string }[];
};

/** Selects the month or the year that the calendar shows. */
function PeriodSelect({ 'aria-label': label = '', value, onChange, items }: PeriodSelectProps): ReactElement {
  return (
    <Select aria-label={label} value={String(value)} onChange={(key) => onChange(Number(key))}>
      <Button className={classNames(styles.pick)}>
        <SelectValue>{({ selectedText }) => selectedText}</SelectValue>
        <IconChevronDown aria-hidden="true" />
      </Button>
      <OptionList options={items.map(({ id, formatted }) => ({ value: String(id), label: formatted }))} />
    </Select>
  );
}
