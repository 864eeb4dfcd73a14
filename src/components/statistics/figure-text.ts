import { useLingui } from '@lingui/react/macro';
import type { FigureName } from '../../../contract/statistics.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { useDurationText } from '../task/task-time.ts';

/** Returns a function that formats the value of a figure: money, a duration, or a number. */
export function useFigureText(): (figure: FigureName, value: number) => string {
  const { i18n } = useLingui();
  const money = useMoney();
  const duration = useDurationText();
  return (figure, value) => {
    if (figure === 'donations_sum') return money(value, value % 100 === 0 ? 0 : 2);
    return figure === 'time_spent' ? duration(value) : i18n.number(value);
  };
}

/**
 * Returns functions that format the days and hours of statistics, in the time zone in which the server counted them.
 */
export function useDayText(timeZone: string) {
  const { i18n } = useLingui();
  // English dates are in British format, as everywhere in the app: 5 November.
  const locale = i18n.locale === 'en' ? 'en-GB' : i18n.locale;
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone });
  const long = format({ day: 'numeric', month: 'long' });
  const withYear = format({ day: 'numeric', month: 'long', year: 'numeric' });
  const year = format({ year: 'numeric' });
  const yearOf = (at: string): string => year.format(new Date(at));
  const short = format({ day: 'numeric', month: 'short' });
  const weekday = format({ weekday: 'short', day: 'numeric', month: 'long' });
  const hour = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return {
    /**
     * Formats a period as 1–19 November. `comparedFrom` is the start of the period with which it is compared; if the
     * two start in different years, the year is added. `to` is exclusive: a period until midnight ends with the day
     * before.
     */
    span: (from: string, to: string, comparedFrom = from): string =>
      (yearOf(from) === yearOf(comparedFrom) ? long : withYear).formatRange(
        new Date(from),
        new Date(Math.max(Date.parse(from), Date.parse(to) - 1)),
      ),
    /** Formats a day as 5 Nov, or an hour as 14:00. */
    short: (at: string, isHour: boolean): string => (isHour ? hour : short).format(new Date(at)),
    /** Formats a day as Tue 17 November, or an hour as 14:00. */
    long: (at: string, isHour: boolean): string => (isHour ? hour : weekday).format(new Date(at)),
  };
}
