let lastId = 0;
const pending = new Set<number>();

/** Returns the number of the oldest write of this page that has not ended yet; null if there is none. */
export function oldestPendingWrite(): number | null {
  const [oldest = null] = pending;
  return oldest;
}

/** Runs a write, which is pending until it ends. */
export async function trackWrite<T>(write: () => Promise<T>): Promise<T> {
  lastId += 1;
  const id = lastId;
  pending.add(id);
  try {
    return await write();
  } finally {
    pending.delete(id);
  }
}
