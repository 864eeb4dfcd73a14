/** Returns the number on the receipt of a payment; null if the payment has no receipt number. */
export const receiptNumber = (receipt_no: number | null): string | null =>
  receipt_no === null ? null : `S-${String(receipt_no).padStart(6, '0')}`;
