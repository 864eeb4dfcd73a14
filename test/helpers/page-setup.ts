import { configure } from '@testing-library/react';
import { afterAll } from 'vitest';

// What is awaited comes, but on a busy machine not within the second that is usual.
configure({ asyncUtilTimeout: 8_000 });

// What a screen has planned for later would find no window any more: timers end with the file that set them.
const planned = new Set<ReturnType<typeof setTimeout>>();
const later = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...args: Parameters<typeof setTimeout>) => {
  const timer = later(...args);
  planned.add(timer);
  return timer;
}, later);
afterAll(() => planned.forEach((timer) => clearTimeout(timer)));
