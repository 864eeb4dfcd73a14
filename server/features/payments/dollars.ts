/** Formats cents as an amount of US dollars. */
export const formatDollars = (cents: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(cents / 100);
