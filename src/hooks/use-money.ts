import { useLingui } from '@lingui/react/macro';

/** Returns a function that formats cents as an amount of US dollars. */
export function useMoney(): (cents: number) => string {
  const { i18n } = useLingui();
  return (cents) => i18n.number(cents / 100, { style: 'currency', currency: 'USD' });
}
