import type { Ports } from './ports.ts';

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/**
 * Returns a generator of UUIDv7 (RFC 9562) that uses the clock and randomness of the ports. It is written by hand,
 * because every first screen needs it and a library would be larger. The ids of one generator always sort in creation
 * order: within a millisecond, the 12 bits after the time count up, and a clock that jumps back is ignored.
 */
export function createIdGenerator(ports: Pick<Ports, 'clock' | 'random'>): () => string {
  const bits = (count: number): number => Math.floor(ports.random() * 2 ** count);
  let last = 0;
  let counter = 0;
  return () => {
    const now = ports.clock.now();
    if (now > last) {
      last = now;
      // The counter starts in the lower half of its range, so that it rarely overflows. If it overflows, the time in
      // the id advances to the next millisecond early.
      counter = bits(11);
    } else {
      counter += 1;
      if (counter > 0xfff) {
        last += 1;
        counter = 0;
      }
    }
    const time = hex(last, 12);
    const variant = hex(0x8000 | bits(14), 4);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(counter, 3)}-${variant}-${hex(bits(24), 6)}${hex(bits(24), 6)}`;
  };
}
