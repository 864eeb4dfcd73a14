import { expect, it } from 'vitest';
import { stageBudgets, stageReport } from './stage-budgets.ts';

it('prints the seconds of each stage against its budget', () => {
  expect(stageReport({ checks: 41.4, unit: 120, browser: 200.6 })).toEqual([
    'checks     41 s of 90 s',
    'unit      120 s of 180 s',
    'browser   201 s of 240 s',
  ]);
});

it('does not warn about a stage that takes exactly its budget', () => {
  const lines = stageReport(stageBudgets);
  expect(lines).toHaveLength(3);
  expect(lines.join('\n')).not.toContain('WARNING');
});

it('warns at the end about each stage that exceeds its budget', () => {
  const lines = stageReport({ checks: 90.2, unit: 100, browser: 300 });
  expect(lines.slice(0, 3).join('\n')).not.toContain('WARNING');
  expect(lines.slice(3)).toEqual([
    'WARNING: stage checks took 1 s longer than its budget: speed it up, shard it or move tests.',
    'WARNING: stage browser took 60 s longer than its budget: speed it up, shard it or move tests.',
  ]);
});

it('says which stage did not run', () => {
  expect(stageReport({ checks: 10, unit: 20 })[2]).toBe('browser  did not run');
});

it('allows ten minutes for all stages together', () => {
  const sum = Object.values(stageBudgets).reduce((total, budget) => total + budget, 0);
  expect(sum).toBeLessThan(600);
});
