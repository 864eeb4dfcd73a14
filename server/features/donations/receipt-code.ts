const RECEIPT_NUMBERS = 10_000;

/** Derives a receipt code from the id of a donation, for donations to which no device has given a code. */
export function receiptCodeOf(id: string): string {
  const digits = id.replaceAll('-', '').toUpperCase();
  const number = parseInt(digits.slice(-8, -4), 16) % RECEIPT_NUMBERS;
  return `D-${digits.slice(-4)}-${String(number).padStart(4, '0')}`;
}
