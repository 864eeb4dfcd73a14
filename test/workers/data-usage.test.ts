import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addUsage, savedDataUsage, USAGE_DAYS } from '../../src/db/storage/data-usage.ts';
import { type UsageAmounts, savedDeviceValue } from '../../src/db/schema/device.ts';
import { openDeviceDb, type DeviceDb } from '../../src/db/schema/db.ts';
import { meterFetch } from '../../workers/sync/data-usage.ts';
import { makePorts, START } from '../helpers/phone.ts';

const DAY = 86_400_000;
let device: DeviceDb;

beforeEach(() => {
  device = openDeviceDb(makePorts());
});

describe('data usage counters', () => {
  test('adds up data usage by day and kind, also from two tabs at the same time', async () => {
    await Promise.all([
      addUsage(device, { data: 100, films: 1000 }, START),
      addUsage(device, { data: 20 }, START),
      addUsage(device, { books: 7 }, START - DAY),
    ]);
    const use = await savedDataUsage(device, START);
    expect(use.kinds).toEqual({ data: 120, pictures: 0, films: 1000, books: 7, app: 0 });
    expect(use.total).toBe(1127);
    expect(use.days).toHaveLength(USAGE_DAYS);
    expect(use.days.slice(-2).map(({ bytes }) => bytes)).toEqual([7, 1120]);
  });

  test('lists consecutive days without gaps or repeats when daylight saving time begins or ends', async () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    onTestFinished(() => void vi.unstubAllEnvs());
    // The first time is late on a day of 25 hours, the second early on the day after a day of 23 hours.
    for (const now of [Date.UTC(2026, 9, 25, 22, 30), Date.UTC(2026, 2, 29, 22, 30)]) {
      const days = (await savedDataUsage(device, now)).days.map(({ day }) => day);
      expect(new Set(days).size).toBe(USAGE_DAYS);
      const spans = days.slice(1).map((day, index) => (Date.parse(day) - Date.parse(days[index]!)) / DAY);
      expect(new Set(spans)).toEqual(new Set([1]));
    }
  });

  test('deletes data usage older than 30 days', async () => {
    await addUsage(device, { data: 5 }, START - 40 * DAY);
    await addUsage(device, { data: 6 }, START - 29 * DAY);
    expect((await savedDataUsage(device, START)).total).toBe(6);
    await addUsage(device, { data: 1 }, START);
    expect(Object.keys((await savedDeviceValue(device, 'data_use')) ?? {})).toHaveLength(2);
  });

  test('separates data usage by kind, and measures bodies without a Content-Length', async () => {
    const kept: UsageAmounts[] = [];
    let run = (): void => {};
    const answers: Record<string, Response> = {
      '/api/sync/changes': new Response('', { headers: { 'Content-Length': '300' } }),
      '/api/sync/push': new Response(''),
      '/api/books/file/1/': new Response('', { status: 206, headers: { 'Content-Length': '50' } }),
      '/media/a': new Response('', { headers: { 'Content-Length': '40' } }),
      '/media/b': new Response('', { status: 206, headers: { 'Content-Length': '1000' } }),
      '/assets/pdf.js': new Response('', { headers: { 'Content-Length': '9' } }),
    };
    const get = meterFetch(
      async (url) => answers[url]!,
      async (amounts) => void kept.push(amounts),
      (next) => (run = next),
      (url) => (url === '/api/sync/push' ? 11 : 0),
    );
    for (const [url, answer] of Object.entries(answers)) expect(await get(url, {})).toBe(answer);
    expect(kept).toEqual([]);
    run();
    expect(kept).toEqual([{ data: 311, books: 50, pictures: 40, films: 1000, app: 9 }]);
    run();
    expect(kept).toHaveLength(1);
  });

  test('counting data usage waits only a limited time for the length of a streaming response', async () => {
    const kept: UsageAmounts[] = [];
    let runs: (() => void)[] = [];
    let size: number | null = null;
    const get = meterFetch(
      async () => new Response(''),
      async (amounts) => void kept.push(amounts),
      (next) => void runs.push(next),
      () => size,
    );
    const runTimers = (): void => {
      const due = runs;
      runs = [];
      for (const run of due) run();
    };
    await get('/assets/pdf.js', {});
    runTimers();
    runTimers();
    expect(kept).toEqual([]);
    size = 700;
    runTimers();
    expect(kept).toEqual([{ app: 700 }]);
    size = null;
    await get('/api/sync/events', {});
    for (let times = 0; times < 200; times += 1) runTimers();
    expect([kept.length, runs.length]).toEqual([1, 0]);
  });

  test('saves data usage five seconds after the first response that is not saved yet', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const kept: UsageAmounts[] = [];
    const get = meterFetch(
      async () => new Response('', { headers: { 'Content-Length': '3' } }),
      async (amounts) => void kept.push(amounts),
    );
    await get('/api/x', {});
    vi.advanceTimersByTime(4_999);
    await get('/api/x', {});
    expect(kept).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(kept).toEqual([{ data: 6 }]);
  });

  test('counting data usage never breaks a request: failures pass through and a full disk is ignored', async () => {
    let run = (): void => {};
    const rejectingFetch = meterFetch(
      () => Promise.reject(new TypeError('cut')),
      async () => {},
    );
    await expect(rejectingFetch('/api/x', {})).rejects.toThrow('cut');
    const full = meterFetch(
      async () => new Response('', { headers: { 'Content-Length': '3' } }),
      () => Promise.reject(new Error('full')),
      (next) => (run = next),
    );
    expect((await full('/api/x', {})).ok).toBe(true);
    run();
  });
});
