import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MB = 1024 * 1024;

/** Memory of this process in MB after garbage collection. */
export interface Memory {
  heap: number;
  rss: number;
}

let collect: (() => void) | undefined;

/** Collects garbage and measures what is left. */
export async function memoryNow(): Promise<Memory> {
  setFlagsFromString('--expose-gc');
  collect ??= runInNewContext('gc') as () => void;
  // Finalizers run between two collections.
  for (let round = 0; round < 3; round += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed / MB, rss: rss / MB };
}
