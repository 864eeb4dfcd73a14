import { Zone } from './fields.ts';
import { z } from './zod.ts';

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A zone that clocks know. */
export const KnownZone = Zone.check(z.refine(isZone, { error: 'invalid' }));
