import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MB = 1024 * 1024;

/** Memory of this process in MB after garbage collection. */
export interface Memory {
  /** Memory of all objects, including the contents of buffers, which are outside the heap. */
  objects: number;
  rss: number;
}

type Collect = (options?: { type: 'major'; flavor: 'last-resort' }) => void;
let collect: Collect | undefined;

/**
 * Runs the garbage collector and measures the memory still in use.
 *
 * V8 keeps most of the memory of collected objects for later objects: hundreds of MB after a round of the fuzzer, and
 * up to 165 MB more or less after the next, depending on how far the heap grew between two collections. Only the
 * collection of last resort returns this memory to the operating system. RSS is measured after it, so that it shows what
 * is in use.
 *
 * Contents of buffers are counted with their objects, because RSS does not show all of them: after the server has
 * started, the allocator has about 100 MB of free memory in which buffers that are never freed find room.
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
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { objects: (heapUsed + arrayBuffers) / MB, rss: rss / MB };
}

/**
 * `MAX_OBJECTS_GROWTH_MB` limits the memory of objects after a round, compared with that before the first round.
 * `MAX_RSS_GROWTH_MB` limits the RSS after the second round, compared with the RSS after the first.
 */
const MAX_OBJECTS_GROWTH_MB = 20;
const MAX_RSS_GROWTH_MB = 50;

/** Returns the growth over two rounds in MB, and the bounds that it exceeds. */
export function memoryErrors(before: Memory, first: Memory, second: Memory) {
  const objects = Math.max(first.objects, second.objects) - before.objects;
  const rss = second.rss - first.rss;
  const errors = [
    ...(objects > MAX_OBJECTS_GROWTH_MB ? [`the memory of objects grew by more than ${MAX_OBJECTS_GROWTH_MB} MB`] : []),
    ...(rss > MAX_RSS_GROWTH_MB ? [`RSS grew by more than ${MAX_RSS_GROWTH_MB} MB`] : []),
  ];
  return { objects, rss, errors };
}
