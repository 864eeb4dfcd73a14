import ipaddr from 'ipaddr.js';
import { z } from '../contract/zod.ts';

// Types of environment variables.

export const Flag = z.enum(['0', '1', 'true', 'false'], { error: 'must be 1 or 0' });
export const postgres = z.string().check(z.regex(/^postgres(ql)?:\/\/.+/, { error: 'must be a postgres:// address' }));

export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' });

export const secret = z.string().check(z.minLength(32, { error: 'must have at least 32 characters' }));

export function wholeNumber(min: number, max: number) {
  const range = { error: `must be ${min} to ${max}` };
  const number = z.coerce.number({ error: 'must be a number' });
  const integer = z.int({ error: 'must be a whole number' });
  return number.check(integer, z.gte(min, range), z.lte(max, range));
}

export const count = (min: number, max: number, fallback: number) => z._default(wholeNumber(min, max), fallback);

export const itemsIn = (list: string): string[] =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Whether a string is an IP address, or a network in CIDR notation. */
export const isNetwork = (network: string): boolean => ipaddr.isValid(network) || ipaddr.isValidCIDR(network);

/** Whether a string is an origin as a browser sends it: no path, lower case, no default port. */
export const isOrigin = (origin: string): boolean =>
  /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
