import { contacts } from '../../contract/entities/contact.ts';
import { people, personFields } from '../../contract/entities/person.ts';
import type { PushOp } from '../../contract/sync.ts';
import type { WriteName } from '../../contract/writes/index.ts';
import type { Violation } from './checks.ts';
import { sorted } from './outcomes.ts';
import type { Ledger } from './server-log.ts';
import type { PersonName, World } from './world.ts';

/** The last value of a field, who set it, and when. */
interface SetField {
  value: string;
  person: PersonName;
  rev: number;
}

interface Applied {
  op: PushOp;
  rev: number;
  person: PersonName;
}

/** Records of one kind, with fields that several people write. */
interface Family {
  writes: ReadonlySet<string>;
  /** The kind of write that reports a conflict if a field was changed in the meantime. */
  asks: WriteName;
  fields: readonly string[];
  policyOf: (field: string) => string | undefined;
  /** Returns the server's final row of a record. */
  rowOf: (id: string) => Record<string, unknown> | undefined;
}

const { policies } = contacts;

const contactFamily = ({ contacts: rows }: Ledger): Family => ({
  writes: new Set<WriteName>(['contact.create', 'contact.edit', 'contact.restore']),
  asks: 'contact.edit',
  // The server also sets the other fields when a category is deleted or a number belongs to a user.
  fields: Object.keys(policies).filter((field) => field !== 'category_id' && field !== 'status'),
  policyOf: (field) => policies[field],
  rowOf: (id) => rows.get(id),
});

/** People's records are written by employees and by the person, each with a separate kind of write. */
const peopleFamily = ({ rows }: Ledger): Family => ({
  writes: new Set<WriteName>(['lead.create', 'person.edit', 'me.update']),
  asks: 'person.edit',
  fields: Object.keys(personFields),
  policyOf: (field) => people.policies[field] ?? 'ask',
  rowOf: (id) => {
    const copies = [...rows.values()].flatMap((visible) => visible.get('people')?.get(id) ?? []);
    return copies[0] as Record<string, unknown> | undefined;
  },
});

function appliedTo(world: World, ledger: Ledger, { writes }: Family): Map<string, Applied[]> {
  const byRecord = new Map<string, Applied[]>();
  for (const { op_id, rev, person, kind } of ledger.accepted) {
    const op = world.sent.get(op_id);
    if (!op || rev === null || !writes.has(kind)) continue;
    byRecord.set(op.id, [...(byRecord.get(op.id) ?? []), { op, rev, person }]);
  }
  return byRecord;
}

/**
 * Returns the fields whose edit overwrote a value that another person had set. An edit of a field with conflicts must
 * be based on that value.
 */
function overwritten(state: Map<string, SetField>, { op, person }: Applied, { asks, policyOf }: Family): string[] {
  if (op.kind !== asks) return [];
  return Object.entries(op.args as object).flatMap(([field, mine]) => {
    const known = state.get(field);
    const isForeign = known !== undefined && known.person !== person && known.rev > op.base_rev;
    const isUnseen = known?.value !== sorted(op.base?.[field]) && known?.value !== sorted(mine);
    return isForeign && policyOf(field) === 'ask' && isUnseen ? [field] : [];
  });
}

function checkFamily(world: World, ledger: Ledger, family: Family): Violation[] {
  const found: Violation[] = [];
  for (const [id, applied] of appliedTo(world, ledger, family)) {
    const state = new Map<string, SetField>();
    for (const one of applied) {
      for (const field of overwritten(state, one, family))
        found.push({ promise: 'T8', seen: `${one.person} overwrote ${field} of ${id} unasked by ${one.op.kind}` });
      for (const [field, value] of Object.entries(one.op.args as object))
        state.set(field, { value: sorted(value), person: one.person, rev: one.rev });
    }
    const row = family.rowOf(id);
    if (!row) continue;
    for (const [field, { value, person }] of state)
      if (family.fields.includes(field) && sorted(row[field]) !== value)
        found.push({ promise: 'T8', seen: `${field} of ${id} by ${person} did not survive` });
  }
  return found;
}

/**
 * [T8] Checks that each field has its last accepted value, and that no value was overwritten without asking the person.
 */
export function checkMerged(world: World, ledger: Ledger): Violation[] {
  return [contactFamily(ledger), peopleFamily(ledger)].flatMap((family) => checkFamily(world, ledger, family));
}
