import { describe, expect, it } from 'vitest';
import { allResults } from '../../contract/values.ts';
import { emptyOutcome, withFollowUp, withResult } from '../../src/features/calls/outcome.ts';

describe('the follow-up of a call', () => {
  const NOW = Date.parse('2026-05-03T10:00:20.000Z');
  const NEXT = '2026-05-04T07:00:00.000Z';
  const WEEK = '2026-05-10T07:00:00.000Z';

  it('keeps the time of the follow-up until another one is picked, and clears it when no follow-up is wanted', () => {
    const week = withFollowUp(emptyOutcome, 'week', WEEK);
    expect(week).toMatchObject({ follow: 'week', follow_up_at: WEEK });
    expect(withFollowUp(week, 'pick', WEEK)).toMatchObject({ follow: 'pick', follow_up_at: WEEK });
    expect(withFollowUp(week, 'none', WEEK)).toMatchObject({ follow: 'none', follow_up_at: '' });
  });

  it('presets a follow-up only for the result "call back"', () => {
    for (const result of allResults.filter((candidate) => candidate !== 'call_back'))
      expect(withResult(emptyOutcome, result, NOW, NEXT)).toMatchObject({ follow: 'none', is_preset: false, result });
    const preset = withResult(emptyOutcome, 'call_back', NOW, NEXT);
    expect(preset).toMatchObject({ follow: 'tomorrow', follow_up_at: NEXT, is_preset: true });
    expect(withResult(preset, 'call_back', NOW, NEXT)).toMatchObject({ follow: 'tomorrow', is_preset: true });
  });

  it('presets tomorrow at this time, to the minute, if no time is suggested', () => {
    const at = new Date(NOW - 20_000);
    at.setDate(at.getDate() + 1);
    expect(withResult(emptyOutcome, 'call_back', NOW).follow_up_at).toBe(at.toISOString());
  });

  it('removes a preset follow-up with its result unless the time was chosen by hand', () => {
    const preset = withResult(emptyOutcome, 'call_back', NOW, NEXT);
    expect(withResult(preset, 'busy', NOW, NEXT)).toMatchObject({ follow: 'none', follow_up_at: '' });
    const chosen = withFollowUp(preset, 'tomorrow', NEXT);
    expect(withResult(chosen, 'busy', NOW, NEXT)).toMatchObject({ follow: 'tomorrow', is_preset: false });
  });
});
