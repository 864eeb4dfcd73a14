import { expect, test } from 'vitest';
import { runDocumentedSchedule } from './schedule.ts';

test.each(Array.from({ length: 8 }, (_, at) => at + 1))(
  'schedule %d loses no write, and doubles none without asking',
  async (seed) => {
    expect(await runDocumentedSchedule(seed)).toMatchObject({ lost: [], doubled: [] });
  },
);
