/** Returns the tel: link of a number, without spaces and brackets, which dialers do not accept. */
export const telHref = (number: string): string => `tel:${number.replace(/[^\d+*#,;]/g, '').replaceAll('#', '%23')}`;

/** Opens the dialer. */
export function dial(number: string): void {
  location.href = telHref(number);
}
