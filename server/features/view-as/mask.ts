// [Note: Masked in view mode] A viewer needs neither phone numbers of other people nor payments, so the server leaves
// them out of the response to every call in view mode.

/**
 * The text that replaces data that a viewer may not see. It has no digits, so that a phone link made from it cannot
 * call a number.
 */
export const MASK = '•••••••••';

const phoneKeys = new Set(['phone', 'phone_raw', 'phone_used']);
const paymentKeys = new Set(['receipt', 'last4']);
/** Whether a field is an amount that must be masked. Prices are not masked, because everyone may see them. */
const isAmount = (key: string): boolean => key.endsWith('_cents') && key !== 'price_cents';

/**
 * Matches a phone number within a text: a number with a plus sign, or a national number with its leading zero or eight.
 */
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
  // A phone number of a contact is in a field `number` next to its label.
  if (key === 'number' && 'label' in parent) return MASK;
  if (isAmount(key) && typeof value === 'number') return 0;
  if (key === 'donations_sum') return { available: false };
  // The amount of a donation in the records of a statistics figure.
  if (key === 'value' && 'type' in parent && parent.type === 'donation') return 0;
  // The photo of the receipt of a donation.
  if (key === 'photo' && 'receipt' in parent) return null;
  return maskResponse(value, own);
}

/**
 * Returns a response without phone numbers of other people and without the amounts, cards and receipts of payments.
 * `own` is the phone number of the viewed person, which is not masked.
 */
export function maskResponse(value: unknown, own: string | null): unknown {
  if (typeof value === 'string') return maskedText(value, own);
  if (Array.isArray(value)) return value.map((item) => maskResponse(item, own));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, maskedField(key, field, value, own)]));
}
