import { describe, expect, it } from 'vitest';
import { planProblems } from './large-plans.ts';

const index = { 'Node Type': 'Index Scan', 'Relation Name': 'tasks', 'Actual Rows': 10, 'Actual Loops': 3 };

describe('the check of a query plan', () => {
  it('finds a sequential scan of a large table below another node', () => {
    const scan = { ...index, 'Node Type': 'Seq Scan' };
    const join = { 'Node Type': 'Nested Loop', 'Actual Rows': 10, 'Actual Loops': 1, Plans: [index, scan] };
    expect(planProblems(join, 100)).toEqual(['scans tasks']);
  });

  it('accepts a sequential scan of a small table', () => {
    expect(planProblems({ ...index, 'Node Type': 'Seq Scan', 'Relation Name': 'lessons' }, 100)).toEqual([]);
  });

  it('counts the rows read in each loop, including those that a filter or a recheck removed', () => {
    const plan = { ...index, 'Rows Removed by Filter': 20, 'Rows Removed by Index Recheck': 5 };
    expect(planProblems(plan, 104)).toEqual(['reads 105 rows']);
    expect(planProblems(plan, 105)).toEqual([]);
  });

  it('counts a row only where it is read from a table, and not again in the nodes above', () => {
    const sort = { 'Node Type': 'Sort', 'Actual Rows': 30, 'Actual Loops': 1, Plans: [index] };
    expect(planProblems(sort, 30)).toEqual([]);
  });
});
