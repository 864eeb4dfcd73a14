import { expect, test } from 'vitest';
import { runDocumentedSchedule } from './schedule.ts';

/**
 * In schedule 1016, the tab is killed after a question is prepared and before the user sees it. In 1143, two tabs push
 * at the same time. In 73, the tab is killed after a push with two writes to one record.
 */
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 73, 1016, 1143];

test.each(seeds)('schedule %d loses no write, and doubles none without asking', async (seed) => {
  expect(await runDocumentedSchedule(seed, 'learner')).toMatchObject({ lost: [], doubled: [] });
});

test.each([1, 2, 3, 4, 5, 6])('work schedule %d loses no write, and doubles none without asking', async (seed) => {
  expect(await runDocumentedSchedule(seed, 'employee')).toMatchObject({ lost: [], doubled: [] });
});
