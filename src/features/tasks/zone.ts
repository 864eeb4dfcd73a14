const formats = new Map<string, Intl.DateTimeFormat>();

function dayFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(zone, made);
  return made;
}

/** Date in a zone, "2026-05-03". */
export function localDay(ms: number, zone: string): string {
  const part = Object.fromEntries(
    dayFormat(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  return `${part['year']}-${part['month']}-${part['day']}`;
}

/** The zone of this device, for as long as the person's own is not known. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
