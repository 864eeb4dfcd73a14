/** Formats cents as an amount of US dollars. */
export const dollars = (cents: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(cents / 100);
