import { describe, expect, it, test } from 'vitest';
import { callErrors, draftOf, newCallDraft, withKind } from '../../src/features/calls/draft.ts';
import {
  estimateCallSeconds,
  emptyOutcome,
  durationFields,
  durationSeconds,
  outcomeErrors,
  pickOutcome,
  withFollowUp,
  withResult,
} from '../../src/features/calls/outcome.ts';
import { iso } from '../../src/lib/ports.ts';
import { makeInteraction, NUMBER } from './call-maker.ts';
import { CONTACT } from './entry-maker.ts';
import { me } from './task-maker.ts';

const START = '2026-05-03T10:00:00.000Z';
const LATER = '2026-05-06T10:00:00.000Z';

describe('call duration', () => {
  const now = Date.parse(START);
  it.each([
    [now - 65_400, 65],
    [now, 0],
    [now - 12 * 3_600_000, 43_200],
    [now - 12 * 3_600_000 - 1000, null],
    // The clock of the device was set back during the call.
    [now + 60_000, null],
  ])('suggests a duration for a call that started at %i: %s s', (began, seconds) => {
    expect(estimateCallSeconds(began, now)).toBe(seconds);
  });

  it.each([
    ['4', '20', 260],
    ['', '', 0],
    ['', '45', 45],
    ['720', '', 43_200],
    ['720', '1', null],
    ['1', '60', null],
    ['-1', '', null],
    ['1.5', '', null],
    ['two', '', null],
  ])('reads the call duration %s min %s s as %s', (minutes, seconds, all) => {
    expect(durationSeconds({ minutes, seconds })).toBe(all);
  });

  it('splits a call duration into minutes and seconds, and leaves an unknown one empty', () => {
    expect(durationFields(null)).toEqual({ minutes: '', seconds: '' });
    expect(durationFields(260)).toEqual({ minutes: '4', seconds: '20' });
  });
});

test('picks the answers about a call from a form that has more fields', () => {
  const answers = { ...emptyOutcome, result: 'reached' as const, minutes: '3', note: 'Will come' };
  const draft = { ...newCallDraft('call', START, { contact_id: CONTACT, user_id: null, name: 'Anna' }), ...answers };
  expect(pickOutcome(draft)).toEqual(answers);
});

describe('follow-up suggestion', () => {
  const now = Date.parse('2026-05-03T10:00:20.000Z');

  it('suggests a follow-up only while the chosen result is a call back', () => {
    const back = withResult(emptyOutcome, 'call_back', LATER);
    expect([back.follow, back.follow_up_at]).toEqual(['tomorrow', LATER]);
    expect(withResult(back, 'reached', LATER)).toMatchObject({ follow: 'none', follow_up_at: '', result: 'reached' });
  });

  it('a follow-up time that was chosen stays when the result of the call changes', () => {
    const chosenOutcome = withFollowUp(emptyOutcome, 'week', LATER);
    expect(withResult(chosenOutcome, 'call_back', LATER).follow).toBe('week');
    expect(withResult(withResult(chosenOutcome, 'call_back', LATER), 'busy', LATER).follow).toBe('week');
  });

  it('the follow-up of a call must be in the future and within two years', () => {
    const reachedOutcome = { ...emptyOutcome, result: 'reached' as const, follow: 'pick' as const };
    expect(outcomeErrors({ ...reachedOutcome, follow_up_at: '' }, now)).toEqual({ follow_up: 'start_required' });
    expect(outcomeErrors({ ...reachedOutcome, follow_up_at: START }, now)).toEqual({ follow_up: 'start_in_past' });
    const far = '2029-05-03T10:00:00.000Z';
    expect(outcomeErrors({ ...reachedOutcome, follow_up_at: far }, now)).toEqual({ follow_up: 'start_out_of_range' });
    expect(outcomeErrors({ ...reachedOutcome, follow_up_at: LATER }, now)).toEqual({});
  });
});

describe('call form', () => {
  const now = Date.parse(START);
  const draft = {
    ...newCallDraft('x', START, { contact_id: CONTACT, user_id: null, name: 'Anna' }),
    result: 'reached' as const,
  };

  test('accepts a call in the past, and rejects one in the future or without a time', () => {
    expect(callErrors(draft, now, null)).toEqual({});
    expect(callErrors({ ...draft, at: '2020-01-01T10:00:00.000Z' }, now, null)).toEqual({});
    expect(callErrors({ ...draft, at: iso(now + 60_000) }, now, null)).toEqual({ at: 'in_future' });
    expect(callErrors({ ...draft, at: '' }, now, null)).toEqual({ at: 'required' });
  });

  test('requires a result and either a person or a valid number for a call', () => {
    const withoutPerson = { ...draft, contact_id: null, result: '' as const };
    expect(callErrors(withoutPerson, now, null)).toEqual({ person: 'required', result: 'required' });
    expect(callErrors({ ...draft, contact_id: null, number: 'nobody' }, now, null)).toEqual({
      person: 'phone_invalid',
    });
    expect(callErrors({ ...draft, contact_id: null, number: NUMBER }, now, null)).toEqual({});
  });

  test('changing the type of an interaction clears a result or duration that does not fit it', () => {
    expect(withKind(draft, 'meet').result).toBe('');
    expect(withKind({ ...draft, result: 'sent', minutes: '3' }, 'message')).toMatchObject({
      result: 'sent',
      minutes: '',
    });
  });

  test('does not validate unchanged fields of a call again', () => {
    const old = makeInteraction(me, { follow_up_at: '2026-05-02T11:00:00.000Z', at: iso(now + 60_000) });
    expect(callErrors(draftOf(old, ''), now, old)).toEqual({});
  });
});
