import { expect, it } from 'vitest';
import { exitStatus, type Results, resultTable } from './table.ts';

const passed = { journey: 'learner', engine: 'chromium', seconds: 12.4, error: null };
const failed = { journey: 'logout', engine: 'chromium', seconds: 3, error: 'the login screen did not open' };
const notRun = { engine: 'firefox-esr', reason: 'not installed' };

it('prints the time of each journey in each engine, the engines that were not run, and totals', () => {
  const results: Results = { cells: [passed, failed], notRun: [notRun] };
  expect(resultTable(results, ['learner', 'logout'], ['chromium', 'firefox-esr']).split('\n')).toEqual([
    'journey   chromium     firefox-esr',
    'learner   ok 12 s      not run',
    'logout    FAILED 3 s   not run',
    'not run: firefox-esr (not installed)',
    '',
    '1 passed, 1 failed',
  ]);
});

it('fails if a journey failed in an engine or if no journey was run', () => {
  expect(exitStatus({ cells: [passed], notRun: [] }, false)).toBe(0);
  expect(exitStatus({ cells: [passed, failed], notRun: [] }, false)).toBe(1);
  expect(exitStatus({ cells: [], notRun: [notRun] }, false)).toBe(1);
});

it('counts an engine that cannot be run as a failure, but only under CI', () => {
  expect(exitStatus({ cells: [passed], notRun: [notRun] }, false)).toBe(0);
  expect(exitStatus({ cells: [passed], notRun: [notRun] }, true)).toBe(1);
});
