import { expect, it } from 'vitest';
import { countVerdicts, scoreLine, survivorLines, type Verdict } from './report.ts';

const verdict = (status: string, line = 1): Verdict => ({
  file: 'contract/x.ts',
  line,
  mutator: 'BooleanLiteral',
  original: 'true',
  replacement: 'false',
  status,
});

it('counts a mutant as killed when a test fails, runs out of time or does not load', () => {
  const statuses = ['Killed', 'Timeout', 'RuntimeError', 'Survived', 'NoCoverage', 'Ignored', 'CompileError'];
  const report = countVerdicts(
    'contract',
    statuses.map((status) => verdict(status)),
  );
  expect(report).toMatchObject({ killed: 3, timedOut: 1, total: 5 });
  expect(report.survivors.map(({ status }) => status)).toEqual(['Survived', 'NoCoverage']);
});

it('prints the mutation score with its confidence interval', () => {
  const verdicts = Array.from({ length: 20 }, (_, index) => verdict(index < 15 ? 'Killed' : 'Survived'));
  expect(scoreLine(countVerdicts('contract', verdicts))).toBe('contract: 15 of 20 killed, 75.0% [53.1%, 88.8%]');
  expect(scoreLine(countVerdicts('contract', [verdict('Timeout')]))).toContain('1 by the time limit');
});

it('lists surviving mutants sorted by line, and the accepted mutants with their reason', () => {
  const report = countVerdicts('contract', [verdict('Survived', 9), verdict('NoCoverage', 3)]);
  expect(report.total).toBe(2);
  expect(survivorLines(report, [])).toEqual([
    '  contract/x.ts:3 BooleanLiteral: true -> false (no test)',
    '  contract/x.ts:9 BooleanLiteral: true -> false',
  ]);
  const accepted = [{ file: 'contract/x.ts', original: 'true', replacement: 'false', reason: 'a hint only' }];
  expect(survivorLines(report, accepted)[1]).toContain('(accepted: a hint only)');
  expect(survivorLines(report, [{ ...accepted[0]!, file: 'contract/y.ts' }])[1]).not.toContain('accepted');
});
