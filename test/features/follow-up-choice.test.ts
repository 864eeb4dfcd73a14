import { describe, expect, it } from 'vitest';
import { allResults } from '../../contract/values.ts';
import { emptyOutcome, withFollowUp, withResult } from '../../src/features/calls/outcome.ts';

describe('the follow-up of a call', () => {
  const NEXT = '2026-05-04T07:00:00.000Z';
  const WEEK = '2026-05-10T07:00:00.000Z';

  it('keeps the time of a follow-up until another is picked or no follow-up is wanted', () => {
    const week = withFollowUp(emptyOutcome, 'week', WEEK);
    expect(week).toMatchObject({ follow: 'week', follow_up_at: WEEK });
    expect(withFollowUp(week, 'pick', WEEK)).toMatchObject({ follow: 'pick', follow_up_at: WEEK });
    expect(withFollowUp(week, 'none', WEEK)).toMatchObject({ follow: 'none', follow_up_at: '' });
  });

  it('presets a follow-up only for the result "call back"', () => {
    for (const result of allResults.filter((candidate) => candidate !== 'call_back'))
      expect(withResult(emptyOutcome, result, NEXT)).toMatchObject({ follow: 'none', is_preset: false, result });
    const preset = withResult(emptyOutcome, 'call_back', NEXT);
    expect(preset).toMatchObject({ follow: 'tomorrow', follow_up_at: NEXT, is_preset: true });
    expect(withResult(preset, 'call_back', NEXT)).toMatchObject({ follow: 'tomorrow', is_preset: true });
  });

  it('removes a preset follow-up when another result is chosen, unless the user has chosen the time', () => {
    const preset = withResult(emptyOutcome, 'call_back', NEXT);
    expect(withResult(preset, 'busy', NEXT)).toMatchObject({ follow: 'none', follow_up_at: '' });
    const chosen = withFollowUp(preset, 'tomorrow', NEXT);
    expect(withResult(chosen, 'busy', NEXT)).toMatchObject({ follow: 'tomorrow', is_preset: false });
  });
});
