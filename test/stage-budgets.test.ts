import { expect, it } from 'vitest';
import { stageBudgets, stageReport } from './stage-budgets.ts';

it('prints the duration of each stage of the test run beside its budget', () => {
  expect(stageReport({ checks: 41.4, tests: 320.6 })).toEqual(['checks     41 s of 90 s', 'tests     321 s of 420 s']);
});

it('does not warn about a stage of the test run that takes exactly its budget', () => {
  const lines = stageReport(stageBudgets);
  expect(lines).toHaveLength(2);
  expect(lines.join('\n')).not.toContain('WARNING');
});

it('warns at the end about each stage of the test run that exceeds its budget', () => {
  const lines = stageReport({ checks: 90.2, tests: 480 });
  expect(lines.slice(0, 2).join('\n')).not.toContain('WARNING');
  expect(lines.slice(2)).toEqual([
    'WARNING: stage checks took 1 s longer than its budget: speed it up, shard it or move tests.',
    'WARNING: stage tests took 60 s longer than its budget: speed it up, shard it or move tests.',
  ]);
});

it('reports a stage of the test run that did not run', () => {
  expect(stageReport({ checks: 10 })[1]).toBe('tests    did not run');
});

it('allows less than ten minutes for all stages of the test run together', () => {
  const sum = Object.values(stageBudgets).reduce((total, budget) => total + budget, 0);
  expect(sum).toBeLessThan(600);
});
