import { beforeEach, describe, expect, test } from 'vitest';
import {
  figuresOf,
  savedBlocks,
  savedBlocksByFlow,
  savedBlockWrites,
  savedFlows,
  savedFlowTotals,
} from '../../src/db/queries/flows.ts';
import { atMinute, idsOf, makeQueryPhone, type QueryPhone } from '../helpers/query-phone.ts';

let phone: QueryPhone;
beforeEach(() => {
  phone = makeQueryPhone();
});

describe('landing pages on the phone', () => {
  const day = (views: number, visitors: number, leads: number) => ({ day: '2026-03-01', views, visitors, leads });
  const block = (id: string, flow_id: string, position: string) => ({ id, flow_id, position });

  test('lists landing pages newest first, and adds up their figures without archived pages', async () => {
    const flow = (id: string, at: number, state = 'draft') => ({ id, created_at: atMinute(at), state });
    expect(await savedFlowTotals(phone.db)).toBeNull();
    await phone.put('flows', [flow('a', 1), flow('b', 3, 'archived'), flow('c', 2, 'published')]);
    await phone.put('flow_stats', [
      { id: 'a', days: [day(1, 2, 3), day(10, 20, 30)] },
      { id: 'b', days: [day(100, 100, 100)] },
    ]);
    expect(idsOf(await savedFlows(phone.db))).toEqual(['b', 'c', 'a']);
    expect(await savedFlowTotals(phone.db)).toEqual({ views: 11, visitors: 22, leads: 33, flows: 2 });
    expect(figuresOf(undefined)).toEqual({ views: 0, visitors: 0, leads: 0 });
  });

  test('returns the blocks of a landing page in order, and the unsent writes to them, even to deleted blocks', async () => {
    await phone.put('landing_blocks', [block('x', 'f', 'a2'), block('y', 'f', 'a1'), block('z', 'g', 'a0')]);
    expect(idsOf(await savedBlocks(phone.db, 'f'))).toEqual(['y', 'x']);
    const byFlow = await savedBlocksByFlow(phone.db);
    expect([...byFlow].map(([id, blocks]) => [id, idsOf(blocks)])).toEqual([
      ['f', ['y', 'x']],
      ['g', ['z']],
    ]);
    await phone.put('base', [{ entity: 'landing_blocks', id: 'gone', row: { ...block('gone', 'f', 'a3'), rev: 1 } }]);
    const about = (entity_id: string, args: object = {}) =>
      phone.addEntry({ entity: 'landing_blocks', entity_id, args });
    const writes = [await about('x'), await about('gone'), await about('new', { flow_id: 'f' })];
    await about('z');
    await about('other', { flow_id: 'g' });
    expect(await savedBlockWrites(phone.db, 'f')).toEqual(writes);
  });
});
