import { V7Generator } from 'uuidv7';
import type { Ports } from './ports.ts';

/** A maker of UUIDv7 that take their time and chance from the ports. */
export function idMaker(ports: Pick<Ports, 'clock' | 'random'>): () => string {
  const generator = new V7Generator({ nextUint32: () => Math.floor(ports.random() * 2 ** 32) >>> 0 });
  return () => generator.generateOrResetCore(ports.clock.now(), 10_000).toString();
}
