/** What the dialer is given: people write spaces and brackets, which mean nothing to it. */
export const telHref = (number: string): string => `tel:${number.replace(/[^\d+*#,;]/g, '').replaceAll('#', '%23')}`;

/** Opens the dialer. */
export function dial(number: string): void {
  location.href = telHref(number);
}
