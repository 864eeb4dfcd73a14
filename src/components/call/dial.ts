/** Returns the tel: link of a number, without spaces and brackets, which a dialer does not understand. */
export const telHref = (number: string): string => `tel:${number.replace(/[^\d+*#,;]/g, '').replaceAll('#', '%23')}`;

/** Opens the dialer. */
export function dial(number: string): void {
  location.href = telHref(number);
}
