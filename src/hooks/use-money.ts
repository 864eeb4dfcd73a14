import { useLingui } from '@lingui/react/macro';
import { isViewing } from '../lib/view-mode.ts';

/**
 * Shown instead of an amount while a manager sees the app as someone else, because the server then sends no amounts.
 */
const HIDDEN_AMOUNT = '•••';

/** Returns a function that formats cents as an amount of US dollars, by default with two fraction digits. */
export function useMoney(): (cents: number, digits?: 0 | 2) => string {
  const { i18n } = useLingui();
  return (cents, digits = 2) => {
    if (isViewing()) return HIDDEN_AMOUNT;
    return i18n.number(cents / 100, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  };
}
