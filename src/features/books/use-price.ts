import { useLingui } from '@lingui/react/macro';

/** Cents as people read them. */
export function usePrice(): (cents: number) => string {
  const { i18n } = useLingui();
  return (cents) => i18n.number(cents / 100, { style: 'currency', currency: 'USD' });
}
