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

const two = (value: number): string => String(value).padStart(2, '0');

/** What a date and time input shows, in the device's zone as all times on the screen: "2026-05-03T14:20". */
export function inputOf(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The instant of a date and time input; empty while it is not whole. */
export function instantOf(input: string): string {
  const date = new Date(input);
  return input === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
