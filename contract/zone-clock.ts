// Clocks of IANA zones, with nothing but Intl. Making a formatter is dear, so each zone keeps its own.

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const digits = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', second: 'numeric', ...digits });
  clocks.set(zone, made);
  return made;
}

/** What the clocks of a zone are ahead of UTC at a moment, ms. Throws a RangeError for a zone that is none. */
export function offsetAt(zone: string, at: number): number {
  const seconds = Math.floor(at / 1000) * 1000;
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(seconds)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: string): number => parts[name] ?? 0;
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wall - seconds;
}

/** The date there, ISO. */
export const dayOf = (zone: string, at: number): string => new Date(at + offsetAt(zone, at)).toISOString().slice(0, 10);
