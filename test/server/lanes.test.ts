import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { errorStatus } from '../../contract/error-status.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { Lanes } from '../../server/sync/lanes.ts';
import { parseOp, type ParsedOp } from '../../server/sync/parsed-op.ts';

function edit(lane: string, deps: string[] = []): ParsedOp {
  const at = '2026-03-02T09:00:00.000Z';
  const plain = {
    kind: 'comment.edit',
    v: 1,
    entity: 'comments',
    id: uuidv7(),
    base_rev: 0,
    base: null,
    clock_offset_ms: 0,
  };
  const parsed = parseOp({ ...plain, op_id: uuidv7(), lane, deps, args: { text: 'x', at }, at }, uuidv7());
  if (!('op' in parsed)) throw new Error(JSON.stringify(parsed.fields));
  return parsed;
}

const batch = (...ops: ParsedOp[]) => new Lanes(new Set(ops.map(({ op }) => op.op_id)), new Set());
const failed = ({ op }: ParsedOp, code: ErrorCode) => ({ op_id: op.op_id, status: errorStatus[code], code });

describe('lanes: the ops of each record in a push', () => {
  const blockingCodes: ErrorCode[] = [
    'conflict',
    'version_mismatch',
    'op_in_progress',
    'invalid',
    'internal',
    'unavailable',
    'skipped',
  ];
  const nonBlockingCodes: ErrorCode[] = [
    'forbidden',
    'not_found',
    'task_state',
    'comment_too_old',
    'day_is_full',
    'cursor_expired',
  ];

  it.each(blockingCodes)('the later ops of a record wait after the error %s', (code) => {
    const [first, second, other] = [edit('a'), edit('a'), edit('b')];
    const lanes = batch(first, second, other);
    lanes.record(failed(first, code), 'a', false);
    expect(lanes.blockerOf(second)).toBe(first.op.op_id);
    expect(lanes.blockerOf(other)).toBeNull();
  });

  it.each(nonBlockingCodes)(
    'the later ops of a record run after the error %s, unless the failed op was a create',
    (code) => {
      const [first, second] = [edit('a'), edit('a')];
      const lanes = batch(first, second);
      lanes.record(failed(first, code), 'a', false);
      expect(lanes.blockerOf(second)).toBeNull();
      const laneResults = batch(first, second);
      laneResults.record(failed(first, code), 'a', true);
      expect(laneResults.blockerOf(second)).toBe(first.op.op_id);
    },
  );

  it('the result of every skipped op names the first failed op of its record', () => {
    const [first, second, third] = [edit('a'), edit('a'), edit('c')];
    const dependent = edit('d', [second.op.op_id]);
    const lanes = batch(first, second, third, dependent);
    lanes.record(failed(first, 'internal'), 'a', false);
    lanes.record({ ...failed(second, 'skipped'), caused_by: first.op.op_id }, 'a', false);
    expect(lanes.blockerOf(dependent)).toBe(first.op.op_id);
    expect(lanes.blockerOf(third)).toBeNull();
  });
});
