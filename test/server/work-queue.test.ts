import { describe, expect, it } from 'vitest';
import { WorkQueue } from '../../server/work-queue.ts';

/** Returns a task that ends when the test ends it. */
function task() {
  const { promise, resolve } = Promise.withResolvers<string>();
  let isBegun = false;
  const work = () => {
    isBegun = true;
    return promise;
  };
  return { work, end: resolve, hasBegun: () => isBegun };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a work queue', () => {
  it('a work queue runs as many tasks at once as it has workers, in order', async () => {
    const queue = new WorkQueue({ workers: 2, length: 2 });
    const tasks = [task(), task(), task(), task()];
    const results = tasks.map(({ work }) => queue.run(work));
    const isBegun = () => tasks.map(({ hasBegun }) => hasBegun());
    expect(isBegun()).toEqual([true, true, false, false]);
    tasks[1]!.end('b');
    await settle();
    expect(isBegun()).toEqual([true, true, true, false]);
    for (const { end } of tasks) end('x');
    expect(await Promise.all(results)).toEqual(['x', 'b', 'x', 'x']);
  });

  it('a full work queue refuses work and returns the time to wait', async () => {
    const queue = new WorkQueue({ workers: 1, length: 1 });
    const [first, second] = [task(), task()];
    const results = [queue.run(first.work), queue.run(second.work)];
    expect(() => queue.refuseIfQueueFull()).toThrow(expect.objectContaining({ code: 'unavailable', retry_after_s: 5 }));
    await expect(queue.run(task().work)).rejects.toMatchObject({ code: 'unavailable' });
    first.end('a');
    await settle();
    queue.refuseIfQueueFull();
    second.end('b');
    expect(await Promise.all(results)).toEqual(['a', 'b']);
  });

  it('a work queue frees the worker after a task fails', async () => {
    const queue = new WorkQueue({ workers: 1, length: 0 });
    await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run(() => Promise.resolve('yes'))).toBe('yes');
  });
});
