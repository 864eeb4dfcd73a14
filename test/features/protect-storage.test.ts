import { beforeEach, describe, expect, it, vi } from 'vitest';
import { protectStorage } from '../../src/components/app/protect-storage.ts';
import { log } from '../../src/lib/log.ts';

const opened: unknown[][] = [];

function browser(persist: () => Promise<boolean>, open = async () => {}): void {
  const storageBuckets = { open: (...args: unknown[]) => (opened.push(args), open()) };
  vi.stubGlobal('navigator', { storage: { persist }, storageBuckets });
}

beforeEach(() => {
  opened.length = 0;
});

describe('the request for persistent storage', () => {
  it("marks the bucket of the user's database as persistent once the browser allows it", async () => {
    browser(async () => true);
    await protectStorage({ name: 'haversack-anna' });
    expect(opened).toEqual([['haversack-anna', { persisted: true }]]);
  });

  it("does not change the user's bucket when the browser does not grant persistent storage", async () => {
    browser(async () => false);
    await protectStorage({ name: 'haversack-anna' });
    expect(opened).toEqual([]);
  });

  it.each([
    ['has no storage manager', {}],
    ['cannot ask for persistent storage', { storage: {} }],
  ])('the request for persistent storage does not fail in a browser that %s', async (_, browserWithout) => {
    vi.stubGlobal('navigator', browserWithout);
    await expect(protectStorage({ name: 'haversack-anna' })).resolves.toBeUndefined();
  });

  it('the request for persistent storage does not fail when the bucket cannot be opened', async () => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
    browser(
      async () => true,
      () => Promise.reject(new TypeError('no room')),
    );
    await expect(protectStorage({ name: 'haversack-anna' })).resolves.toBeUndefined();
    expect(warn).toHaveBeenCalledOnce();
  });
});
