/** The Cache Storage of one device, kept in memory. `freeBytes` is the remaining space. */
export class MemoryCaches {
  freeBytes = Infinity;
  private readonly held = new Map<string, Map<string, { body: ArrayBuffer; headers: [string, string][] }>>();

  /** The caches in the form of the browser's CacheStorage. */
  get storage(): CacheStorage {
    return {
      open: async (name: string) => this.open(name),
      has: async (name: string) => this.held.has(name),
      delete: async (name: string) => this.held.delete(name),
    } as unknown as CacheStorage;
  }

  /** Returns the URLs that are stored in a cache. */
  paths(name: string): string[] {
    return [...(this.held.get(name)?.keys() ?? [])];
  }

  private open(name: string): Cache {
    const entries = this.held.get(name) ?? new Map<string, { body: ArrayBuffer; headers: [string, string][] }>();
    this.held.set(name, entries);
    return {
      put: async (path: string, response: Response) => {
        const body = await response.arrayBuffer();
        if (body.byteLength > this.freeBytes) throw new DOMException('full', 'QuotaExceededError');
        this.freeBytes -= body.byteLength;
        entries.set(path, { body, headers: [...response.headers] });
      },
      match: async (path: string) => {
        const found = entries.get(path);
        return found && new Response(found.body, { headers: found.headers });
      },
      delete: async (path: string) => {
        this.freeBytes += entries.get(path)?.body.byteLength ?? 0;
        return entries.delete(path);
      },
      keys: async () => [...entries.keys()].map((path) => new Request(`http://phone${path}`)),
    } as unknown as Cache;
  }
}
