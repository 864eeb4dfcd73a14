import { useLingui } from '@lingui/react/macro';
import { MAX_DAILY_LIMIT, MAX_RATING } from '../../../contract/api-calls/employees.ts';

// Shared by the form of one employee and the bulk change of several employees.

/** Whether a typed text is a valid daily limit. */
export const isDailyLimit = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) <= MAX_DAILY_LIMIT;

/** Returns the options of the rating. */
export function useRatingOptions(): { value: string; label: string }[] {
  const { t } = useLingui();
  return Array.from({ length: MAX_RATING + 1 }, (_, rating) => ({
    value: String(rating),
    label: rating === 0 ? t`0 = manual assignment only` : String(rating),
  }));
}
