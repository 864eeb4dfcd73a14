import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import { createAppRouter } from '../../src/app/router.tsx';

test.each([
  [{}, 'intent'],
  [{ effectiveType: '4g' }, 'intent'],
  [{ effectiveType: '2g' }, false],
  [{ effectiveType: 'slow-2g' }, false],
  [{ effectiveType: '4g', saveData: true }, false],
])('with connection %o, links preload their screens: %s', (connection, preload) => {
  vi.stubGlobal('navigator', { connection });
  const router = createAppRouter(null, createMemoryHistory());
  vi.unstubAllGlobals();
  expect(router.options.defaultPreload).toBe(preload);
});
