import { uuidv7 } from 'uuidv7';
import { plainClone } from './plain-clone.ts';
import type { VirtualClock } from './clock.ts';
import { replaceProperty } from './replace.ts';
import type { Chance } from './rng.ts';
import { replaceHmac } from './synchronous-hmac.ts';
import type { TaskLoop } from './task-loop.ts';

/** The sources from which a schedule takes time, random numbers and the order of events. */
export interface IsolatedSources {
  clock: VirtualClock;
  /**
   * Random numbers for ids. They are separate from those of the steps, so that an additional id does not change the
   * steps.
   */
  ids: Chance;
  loop: TaskLoop;
}

/** Number of bytes of random numbers that uuidv7 draws in one call. */
const ID_BUFFER = 8;

/**
 * Resets the state that the server's id generator has kept from an earlier schedule: its time, its counter, and its
 * buffer of random numbers. Ids of the same moment use one number each, so the buffer is empty after as many ids as it
 * contains numbers.
 */
function resetIds(): void {
  let filled = false;
  const restore = [
    replaceProperty(Date, 'now', () => 0),
    replaceProperty(crypto, 'getRandomValues', <T>(array: T): T => {
      filled = true;
      return array;
    }),
  ];
  // An id with an earlier time resets the generator and uses three numbers.
  uuidv7();
  filled = false;
  while (!filled) uuidv7();
  for (let left = ID_BUFFER - 1; left > 0; left -= 1) uuidv7();
  for (const undo of restore.toReversed()) undo();
}

/**
 * Runs a schedule in isolation from the process: time, ids, random numbers and the order of tasks come only from the
 * schedule. Only one schedule can run at a time.
 */
export async function runIsolated<T>({ clock, ids, loop }: IsolatedSources, work: () => Promise<T>): Promise<T> {
  const fill = <A extends ArrayBufferView>(array: A): A => {
    const words = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let index = 0; index < words.length; index += 1) words[index] = ids.below(256);
    return array;
  };
  resetIds();
  const restore = [
    replaceProperty(globalThis, 'setImmediate', loop.queue),
    replaceProperty(globalThis, 'structuredClone', plainClone),
    replaceProperty(Date, 'now', () => clock.ms),
    replaceProperty(Math, 'random', () => ids.next()),
    replaceProperty(crypto, 'getRandomValues', fill),
    replaceHmac(),
    // The product logs the failures of a killed tab, which are expected here, so do not print them.
    replaceProperty(console, 'warn', () => {}),
  ];
  try {
    return await loop.run(work());
  } finally {
    for (const undo of restore.toReversed()) undo();
  }
}
