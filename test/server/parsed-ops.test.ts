import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { isIdlePullDue } from '../../server/sync/devices.ts';
import { correctedAt, parseOp, type ParsedOp } from '../../server/sync/parsed-op.ts';

const at = '2026-03-02T09:00:00.000Z';

function opWith(change: Record<string, unknown> = {}) {
  const id = uuidv7();
  return {
    ...{ op_id: uuidv7(), lane: `comments:${id}`, deps: [], kind: 'comment.edit', v: 1, entity: 'comments', id },
    ...{ base_rev: 0, base: null, args: { text: 'x', at }, at, clock_offset_ms: 0, ...change },
  };
}

describe('an op of a push', () => {
  it('a parsed op contains the kind of write, the checked args and whether it creates a record', () => {
    const op = opWith({ args: { text: ' x ', at } });
    const device_id = uuidv7();
    expect(parseOp(op, device_id)).toMatchObject({
      ...{ kind: 'comment.edit', entity: 'comments', isCreate: false, args: { text: 'x', at } },
      operation: { op_id: op.op_id, kind: 'comment.edit', device_id },
    });
    const create = opWith({ kind: 'comment.add', args: { lesson: null, parent: null, text: 'x', at } });
    expect(parseOp(create, device_id)).toMatchObject({ isCreate: true });
  });

  it.each<[string, unknown, unknown]>([
    ['an unknown kind', { kind: 'comment.sing' }, { kind: 'unknown' }],
    ['another entity than that of its write', { entity: 'tasks' }, { entity: 'invalid' }],
    ['a version before the first', { v: 0 }, { v: 'unknown' }],
    ['a version that the server does not know yet', { v: 2 }, { v: 'unknown' }],
    ['invalid args', { args: { text: '', at } }, { text: 'empty' }],
    ['an unknown field', { more: 1 }, { more: 'unknown' }],
  ])('is unreadable with %s, and keeps its id and lane so that later ops wait', (_, change, fields) => {
    const op = opWith(change as Record<string, unknown>);
    const { op_id, lane } = op;
    expect(parseOp(op, uuidv7())).toEqual({ op_id, lane, fields });
  });

  it('ignores the lane of an op if it cannot be read or is longer than any lane of the app', () => {
    const laneOf = (value: unknown) => {
      const parsed = parseOp(value, uuidv7());
      return 'fields' in parsed ? [parsed.op_id, parsed.lane] : parsed;
    };
    const op_id = uuidv7();
    for (const value of [5, null, 'x', { more: 1 }]) expect(laneOf(value)).toEqual(['', null]);
    expect(laneOf({ op_id, lane: 'x'.repeat(120) })).toEqual([op_id, 'x'.repeat(120)]);
    expect(laneOf({ op_id, lane: 'x'.repeat(121) })).toEqual([op_id, null]);
  });
});

describe('the time of an op', () => {
  const received = '2026-03-02T10:00:00.000Z';
  const timeOf = (change: Record<string, unknown>) =>
    correctedAt((parseOp(opWith(change), uuidv7()) as ParsedOp).op, received);

  it('the time of an op is that of the device, corrected by the measured offset of its clock', () => {
    expect(timeOf({})).toBe(at);
    expect(timeOf({ clock_offset_ms: -1_500 })).toBe('2026-03-02T08:59:58.500Z');
  });

  it('the time of an op is never later than its receipt, and never before the year 2000', () => {
    expect(timeOf({ clock_offset_ms: 3_600_000 })).toBe(received);
    expect(timeOf({ clock_offset_ms: 3_600_001 })).toBe(received);
    expect(timeOf({ at: '1999-12-31T23:59:59.999Z' })).toBe('2000-01-01T00:00:00.000Z');
    expect(timeOf({ at: '2000-01-01T00:00:00.001Z' })).toBe('2000-01-01T00:00:00.001Z');
  });
});

describe('a pull without changes', () => {
  it('records a pull without changes if the device is known and its last recorded pull is more than ten minutes old', () => {
    const last = (last_pull_at: string | null) => isIdlePullDue({ last_pull_at }, '2026-03-02T09:10:00.000Z');
    expect([last('2026-03-02T09:00:00.000Z'), last('2026-03-02T08:59:59.999Z'), last(null)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(isIdlePullDue(null, at)).toBe(false);
  });
});
