// [Note: Masked in a view] A viewer has no need for phone numbers of other people and for payments, so the server never
// sends them in a view, whatever the call.

/**
 * The text that replaces data which a viewer may not see. It has no digits, so that a link made from it dials nothing.
 */
export const MASK = '•••••••••';

const phoneKeys = new Set(['phone', 'phone_raw', 'phone_used']);
const paymentKeys = new Set(['receipt', 'last4']);
/** All amounts but the prices, which everyone may see. */
const isAmount = (key: string): boolean => key.endsWith('_cents') && key !== 'price_cents';

/** A phone number within a text: with a plus sign, or a national number with its leading zero or eight. */
const numberInText = /(?<![\w-])(?:\+[1-9]|[08])(?:[ ().\-/]{0,3}\d){6,14}(?!\w)/g;
const MIN_NATIONAL_DIGITS = 10;

const isNumber = (text: string): boolean =>
  text.startsWith('+') || text.replace(/\D/g, '').length >= MIN_NATIONAL_DIGITS;

function maskedText(text: string, own: string | null): string {
  if (text === own) return text;
  return text.replace(numberInText, (found) => (isNumber(found) ? MASK : found));
}

function maskedField(key: string, value: unknown, parent: object, own: string | null): unknown {
  if (value === null || value === own) return value;
  if (phoneKeys.has(key) || paymentKeys.has(key)) return MASK;
  // A contact has several numbers, each with a label.
  if (key === 'number' && 'label' in parent) return MASK;
  if (isAmount(key) && typeof value === 'number') return 0;
  if (key === 'donations_sum') return { available: false };
  // The amount of a donation among the records that a statistics figure counts.
  if (key === 'value' && 'type' in parent && parent.type === 'donation') return 0;
  // The photo of a receipt.
  if (key === 'photo' && 'receipt' in parent) return null;
  return masked(value, own);
}

/**
 * Returns a response without phone numbers of other people and without the amounts, cards and receipts of payments.
 * `own` is the phone number of the person as whom the app is seen.
 */
export function masked(value: unknown, own: string | null): unknown {
  if (typeof value === 'string') return maskedText(value, own);
  if (Array.isArray(value)) return value.map((item) => masked(item, own));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, maskedField(key, field, value, own)]));
}
