import type { Locks } from '../../src/lib/ports.ts';

interface Held {
  owner: object;
  /** Resolves when the lock is free. */
  freed: Promise<void>;
  free(): void;
}

/** The Web Locks of one device. A tab that dies releases its locks; a frozen tab keeps them. */
export class LockTable {
  private readonly held = new Map<string, Held>();

  of(owner: object): Locks {
    return {
      request: async (name, options, run) => {
        for (let other = this.held.get(name); other; other = this.held.get(name)) {
          if (options.ifAvailable) return run(null);
          await other.freed;
        }
        const { promise: freed, resolve: free } = Promise.withResolvers<void>();
        const lock = { owner, freed, free };
        this.held.set(name, lock);
        try {
          return await run({});
        } finally {
          this.release(name, lock);
        }
      },
    };
  }

  private release(name: string, lock: Held): void {
    if (this.held.get(name) === lock) this.held.delete(name);
    lock.free();
  }

  free(owner: object): void {
    for (const [name, lock] of this.held) if (lock.owner === owner) this.release(name, lock);
  }
}
