import type { ContactSort } from '../../src/bridge/search-api.ts';
import type { Columns } from './columns.ts';

type Compare = (a: number, b: number) => number;

function comparatorFor(columns: Columns, sort: ContactSort): Compare {
  const { lines, ids } = columns;
  const byName: Compare = (a, b) => {
    const lineA = lines[a]!;
    const lineB = lines[b]!;
    return lineA < lineB ? -1 : lineA > lineB ? 1 : ids.compare(a, b);
  };
  if (sort === 'newest') return (a, b) => columns.created[b]! - columns.created[a]! || byName(a, b);
  if (sort === 'next_step') return (a, b) => columns.next[a]! - columns.next[b]! || byName(a, b);
  return byName;
}

interface Order {
  slots: Int32Array;
  /** Slots that have changed since the last sort. */
  moved: Set<number>;
}

/**
 * The slots of all contacts in each requested sort order. After a change, only the changed slots are sorted again and
 * merged.
 */
export class Orders {
  private readonly columns: Columns;
  private readonly orders = new Map<ContactSort, Order>();

  constructor(columns: Columns) {
    this.columns = columns;
  }

  /** Records a changed slot. Must be called for every slot that was written, allocated or freed. */
  touch(slot: number): void {
    for (const { moved } of this.orders.values()) moved.add(slot);
  }

  sortedSlots(sort: ContactSort): Int32Array {
    const order = this.orders.get(sort) ?? { slots: new Int32Array(0), moved: this.allSlots() };
    this.orders.set(sort, order);
    if (order.moved.size > 0) {
      order.slots = this.merge(order, comparatorFor(this.columns, sort));
      order.moved = new Set();
    }
    return order.slots;
  }

  private allSlots(): Set<number> {
    return new Set(Array.from({ length: this.columns.ids.end }, (_, slot) => slot));
  }

  private merge({ slots, moved }: Order, compare: Compare): Int32Array {
    const changedSlots = [...moved].filter((slot) => this.columns.isUsed(slot)).toSorted(compare);
    const unmoved = slots.filter((slot) => !moved.has(slot));
    const all = new Int32Array(unmoved.length + changedSlots.length);
    let from = 0;
    let at = 0;
    for (const slot of changedSlots) {
      while (from < unmoved.length && compare(unmoved[from]!, slot) < 0) all[at++] = unmoved[from++]!;
      all[at++] = slot;
    }
    all.set(unmoved.subarray(from), at);
    return all;
  }
}
