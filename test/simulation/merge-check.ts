import { contacts } from '../../contract/entities/contact.ts';
import { flows } from '../../contract/entities/flow.ts';
import { isImageProp, landingBlocks } from '../../contract/entities/landing-block.ts';
import { people, personFields } from '../../contract/entities/person.ts';
import type { EntityName } from '../../contract/entities/stores.ts';
import type { PushOp } from '../../contract/sync.ts';
import type { WriteName } from '../../contract/writes/index.ts';
import type { Violation } from './checks.ts';
import { stringifySorted } from './outcomes.ts';
import type { Ledger } from './server-log.ts';
import type { World } from './world.ts';

/** The last value of a field, the person or device that set it, and the time. */
interface LastValue {
  value: string;
  by: string;
  rev: number;
}

interface AppliedWrite {
  op: PushOp;
  rev: number;
  /** Who made the write: a person or, for records of a single person, a device. */
  by: string;
}

type AcceptedOp = Ledger['accepted'][number];

/** Fields of one kind of record that several people or devices write. */
interface CheckedFields {
  writes: ReadonlySet<string>;
  /** The kind of write that reports a conflict if a field has changed in the meantime. */
  asks: WriteName;
  fields: readonly string[];
  policyOf: (field: string) => string | undefined;
  /**
   * Returns the person or device that made a write. The write must not overwrite the value of another person or device
   * without a conflict.
   */
  by: (accepted: AcceptedOp) => string;
  /** Returns the server's final row of a record. */
  rowOf: (id: string) => Record<string, unknown> | undefined;
}

const { policies } = contacts;

const contactFamily = ({ contacts: rows }: Ledger): CheckedFields => ({
  writes: new Set<WriteName>(['contact.create', 'contact.edit', 'contact.restore']),
  asks: 'contact.edit',
  // Leaves out the fields that the server itself sets when a category is deleted or a number belongs to a user.
  fields: Object.keys(policies).filter((field) => field !== 'category_id' && field !== 'status'),
  policyOf: (field) => policies[field],
  by: ({ person }) => person,
  rowOf: (id) => rows.get(id),
});

/** Returns a function that returns the row of a record as it is shown to people. */
const rowIn =
  (rows: Ledger['rows'], entity: EntityName): CheckedFields['rowOf'] =>
  (id) => {
    const copies = [...rows.values()].flatMap((visible) => visible.get(entity)?.get(id) ?? []);
    return copies[0] as Record<string, unknown> | undefined;
  };

/** Employees and the person write the record of a person, each with a different kind of write. */
const peopleFamily = ({ rows }: Ledger): CheckedFields => ({
  writes: new Set<WriteName>(['lead.create', 'person.edit', 'me.update']),
  asks: 'person.edit',
  fields: Object.keys(personFields),
  policyOf: (field) => people.policies[field] ?? 'ask',
  by: ({ person }) => person,
  rowOf: rowIn(rows, 'people'),
});

/**
 * A flow belongs to one person, who edits it on several devices. The server decides whether the flow gets the requested
 * address.
 */
const flowFamily = ({ rows }: Ledger): CheckedFields => ({
  writes: new Set<WriteName>(['flow.create', 'flow.edit']),
  asks: 'flow.edit',
  fields: ['title', 'lang', 'description'],
  policyOf: (field) => flows.policies[field],
  by: ({ device_id }) => String(device_id),
  rowOf: rowIn(rows, 'flows'),
});

/** Leaves out images, whose type and size the server determines. */
const blockFamily = ({ rows }: Ledger): CheckedFields => ({
  writes: new Set<WriteName>([
    ...(['landing_block.add', 'landing_block.edit', 'landing_block.move', 'landing_block.hide'] as const),
    'landing_block.restore',
  ]),
  asks: 'landing_block.edit',
  fields: Object.keys(landingBlocks.policies).filter((field) => !isImageProp(field)),
  policyOf: (field) => landingBlocks.policies[field],
  by: ({ device_id }) => String(device_id),
  rowOf: rowIn(rows, 'landing_blocks'),
});

function appliedTo(world: World, ledger: Ledger, { writes, by }: CheckedFields): Map<string, AppliedWrite[]> {
  const byRecord = new Map<string, AppliedWrite[]>();
  for (const accepted of ledger.accepted) {
    const { op_id, rev, kind } = accepted;
    const op = world.sent.get(op_id);
    if (!op || rev === null || !writes.has(kind)) continue;
    byRecord.set(op.id, [...(byRecord.get(op.id) ?? []), { op, rev, by: by(accepted) }]);
  }
  return byRecord;
}

/**
 * Whether the write restored a block that had not been deleted. Such a write has no effect, and has the rev of an
 * earlier write.
 */
const hadNoEffect = ({ op, rev }: AppliedWrite, ledger: Ledger): boolean =>
  op.kind === 'landing_block.restore' && ledger.accepted.some((other) => other.rev === rev && other.op_id !== op.op_id);

/**
 * Returns the fields in which an edit overwrote a value of another person. An edit of a field with the policy "ask"
 * must be based on that value.
 */
function overwrittenFields(
  state: Map<string, LastValue>,
  { op, by }: AppliedWrite,
  { asks, policyOf }: CheckedFields,
): string[] {
  if (op.kind !== asks) return [];
  return Object.entries(op.args as object).flatMap(([field, mine]) => {
    const known = state.get(field);
    const isForeign = known !== undefined && known.by !== by && known.rev > op.base_rev;
    const isUnseen = known?.value !== stringifySorted(op.base?.[field]) && known?.value !== stringifySorted(mine);
    return isForeign && policyOf(field) === 'ask' && isUnseen ? [field] : [];
  });
}

function checkFields(world: World, ledger: Ledger, checked: CheckedFields): Violation[] {
  const found: Violation[] = [];
  for (const [id, applied] of appliedTo(world, ledger, checked)) {
    const state = new Map<string, LastValue>();
    for (const write of applied.filter((candidate) => !hadNoEffect(candidate, ledger))) {
      for (const field of overwrittenFields(state, write, checked))
        found.push({ guarantee: 'T8', seen: `${write.by} overwrote ${field} of ${id} unasked by ${write.op.kind}` });
      for (const [field, value] of Object.entries(write.op.args as object))
        state.set(field, { value: stringifySorted(value), by: write.by, rev: write.rev });
    }
    const row = checked.rowOf(id);
    if (!row) continue;
    for (const [field, { value, by }] of state)
      if (checked.fields.includes(field) && stringifySorted(row[field]) !== value)
        found.push({ guarantee: 'T8', seen: `${field} of ${id} by ${by} did not survive` });
  }
  return found;
}

/** [T8] Checks that each field has its last accepted value, and that no value was overwritten without a conflict. */
export function checkMerged(world: World, ledger: Ledger): Violation[] {
  const families = [contactFamily, peopleFamily, flowFamily, blockFamily];
  return families.flatMap((familyOf) => checkFields(world, ledger, familyOf(ledger)));
}
