import { describe, expect, it } from 'vitest';
import { planProblems } from './large-plans.ts';

const index = { 'Node Type': 'Index Scan', 'Relation Name': 'tasks', 'Actual Rows': 10, 'Actual Loops': 3 };

describe('The check of the plan of a query', () => {
  it('finds a sequential scan of a large table below another node', () => {
    const scan = { ...index, 'Node Type': 'Seq Scan' };
    const join = { 'Node Type': 'Nested Loop', 'Actual Rows': 10, 'Actual Loops': 1, Plans: [index, scan] };
    expect(planProblems(join, 100)).toEqual(['scans tasks']);
  });

  it('accepts a sequential scan of a small table', () => {
    expect(planProblems({ ...index, 'Node Type': 'Seq Scan', 'Relation Name': 'lessons' }, 100)).toEqual([]);
  });

  it('counts the rows of each loop, and those that a filter or a recheck removed', () => {
    const plan = { ...index, 'Rows Removed by Filter': 20, 'Rows Removed by Index Recheck': 5 };
    expect(planProblems(plan, 104)).toEqual(['reads 105 rows']);
    expect(planProblems(plan, 105)).toEqual([]);
  });

  it('counts a row only once if it also passes through nodes without a table', () => {
    const sort = { 'Node Type': 'Sort', 'Actual Rows': 30, 'Actual Loops': 1, Plans: [index] };
    expect(planProblems(sort, 30)).toEqual([]);
  });
});
