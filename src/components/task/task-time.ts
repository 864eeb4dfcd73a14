import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { formatHoursAndMinutes } from '../../lib/hours-and-minutes.ts';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats a running timer as "12:07", or as "1:02:07" once it has reached one hour. */
export function formatTimer(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
    : `${minutes}:${twoDigits(seconds % 60)}`;
}

/** Returns a function that formats a duration as text: "4 h 12 min". */
export function useDurationText(): (seconds: number) => string {
  const { t } = useLingui();
  return useCallback(
    (seconds: number) =>
      formatHoursAndMinutes(seconds, t({ message: 'h', context: 'hours' }), t({ message: 'min', context: 'minutes' })),
    [t],
  );
}

/** Returns a function that formats a delay as "20 min overdue", "2 h 5 min overdue" or "2 days overdue". */
export function useOverdueText(): (delay: { unit: 'minutes' | 'days'; count: number }) => string {
  const { t } = useLingui();
  return useCallback(
    ({ unit, count }: { unit: 'minutes' | 'days'; count: number }) => {
      if (unit === 'days') return t`${plural(count, { one: '# day overdue', other: '# days overdue' })}`;
      const hours = Math.floor(count / 60);
      const minutes = count % 60;
      if (hours > 0) return t`${hours} h ${minutes} min overdue`;
      return t`${plural(count, { one: '# min overdue', other: '# min overdue' })}`;
    },
    [t],
  );
}
