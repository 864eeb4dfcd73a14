const CENTS_PER_DOLLAR = 100;

/** A typed amount of dollars: digits with at most two decimals after a point or comma. */
const AMOUNT = /^\d{1,9}([.,]\d{1,2})?$/;

/** Converts a typed amount of dollars, such as "120" or "120,50", into cents; null if the text is not an amount. */
export function parseCents(text: string): number | null {
  const plain = text.replaceAll(/[\s\u00a0$]/g, '');
  return AMOUNT.test(plain) ? Math.round(Number(plain.replace(',', '.')) * CENTS_PER_DOLLAR) : null;
}

/** Converts cents into the text of an input field for dollars; whole dollars have no decimals. */
export function centsAsText(cents: number): string {
  return (cents / CENTS_PER_DOLLAR).toFixed(cents % CENTS_PER_DOLLAR === 0 ? 0 : 2);
}
