import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MB = 1024 * 1024;

/** Memory of this process in MB after garbage collection. */
export interface Memory {
  heap: number;
  rss: number;
}

type Collect = (options?: { type: 'major'; flavor: 'last-resort' }) => void;
let collect: Collect | undefined;

/**
 * Runs the garbage collector and measures the memory still in use.
 *
 * V8 keeps most of the memory of collected objects for later objects: more than 200 MB after a round of the fuzzer, and
 * about 90 MB more or less after the next, depending on how far the heap grew between two collections. Only the
 * collection of last resort returns this memory to the operating system. RSS is measured after it, so that it shows what
 * is in use.
 */
export async function measureMemory(): Promise<Memory> {
  setFlagsFromString('--expose-gc');
  collect ??= runInNewContext('gc') as Collect;
  // Collect several times, because finalizers run between two collections.
  for (let round = 0; round < 3; round += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  collect({ type: 'major', flavor: 'last-resort' });
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed / MB, rss: rss / MB };
}

/**
 * `MAX_HEAP_GROWTH_MB` limits the heap in use after a round, compared with the heap before the first round.
 * `MAX_RSS_GROWTH_MB` limits the RSS after the second round, compared with the RSS after the first.
 */
const MAX_HEAP_GROWTH_MB = 20;
const MAX_RSS_GROWTH_MB = 50;

/** Returns the growth over two rounds in MB, and the bounds that it exceeds. */
export function memoryErrors(before: Memory, first: Memory, second: Memory) {
  const heap = Math.max(first.heap, second.heap) - before.heap;
  const rss = second.rss - first.rss;
  const errors = [
    ...(heap > MAX_HEAP_GROWTH_MB ? [`the heap in use grew by more than ${MAX_HEAP_GROWTH_MB} MB`] : []),
    ...(rss > MAX_RSS_GROWTH_MB ? [`RSS grew by more than ${MAX_RSS_GROWTH_MB} MB`] : []),
  ];
  return { heap, rss, errors };
}
