import { IDBFactory } from 'fake-indexeddb';
import type { Buckets } from '../../src/lib/ports.ts';

export interface MemoryBuckets extends Buckets {
  disks: Map<string, globalThis.IDBFactory>;
  /** Whether the browser protects named buckets, and whether it protects the default bucket. */
  protects: { buckets: boolean; byDefault: boolean };
}

/** Returns storage buckets that keep their databases in memory. */
export function createMemoryBuckets(protects = { buckets: false, byDefault: false }): MemoryBuckets {
  const disks = new Map<string, globalThis.IDBFactory>();
  return {
    disks,
    protects,
    open: async (name) => {
      const disk = disks.get(name) ?? (new IDBFactory() as unknown as globalThis.IDBFactory);
      disks.set(name, disk);
      return { indexedDB: disk, persisted: async () => protects.buckets };
    },
    delete: async (name) => void disks.delete(name),
  };
}
