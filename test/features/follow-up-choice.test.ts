import { describe, expect, it } from 'vitest';
import { allResults } from '../../contract/values.ts';
import { emptyOutcome, withFollowUp, withResult } from '../../src/features/calls/outcome.ts';

describe('the follow-up of a call', () => {
  const now = new Date(2026, 4, 3, 10, 0, 20).getTime();

  it.each([
    ['tomorrow', 4],
    ['three_days', 6],
  ] as const)('schedules the follow-up "%s" at the same time of that day, to the minute', (follow, day) => {
    expect(withFollowUp(emptyOutcome, follow, now).follow_up_at).toBe(new Date(2026, 4, day, 10, 0).toISOString());
  });

  it('keeps the time of the follow-up until another one is picked, and clears it when no follow-up is wanted', () => {
    const tomorrow = withFollowUp(emptyOutcome, 'tomorrow', now);
    expect(withFollowUp(tomorrow, 'pick', now)).toMatchObject({ follow: 'pick', follow_up_at: tomorrow.follow_up_at });
    expect(withFollowUp(tomorrow, 'none', now)).toMatchObject({ follow: 'none', follow_up_at: '' });
  });

  it('presets a follow-up only for the result "call back"', () => {
    for (const result of allResults.filter((candidate) => candidate !== 'call_back'))
      expect(withResult(emptyOutcome, result, now)).toMatchObject({ follow: 'none', is_preset: false, result });
    const preset = withResult(emptyOutcome, 'call_back', now);
    expect(preset).toMatchObject({ follow: 'tomorrow', is_preset: true });
    expect(withResult(preset, 'call_back', now)).toMatchObject({ follow: 'tomorrow', is_preset: true });
  });

  it('removes a preset follow-up with its result unless the time was chosen by hand', () => {
    const preset = withResult(emptyOutcome, 'call_back', now);
    expect(withResult(preset, 'busy', now)).toMatchObject({ follow: 'none', follow_up_at: '' });
    const chosen = withFollowUp(preset, 'tomorrow', now);
    expect(withResult(chosen, 'busy', now)).toMatchObject({ follow: 'tomorrow', is_preset: false });
  });
});
