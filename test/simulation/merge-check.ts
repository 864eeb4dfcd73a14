import { contacts } from '../../contract/entities/contact.ts';
import type { PushOp } from '../../contract/sync.ts';
import type { Violation } from './checks.ts';
import { sorted } from './fates.ts';
import type { Ledger } from './ledger.ts';
import type { PersonName, World } from './world.ts';

/** Who set a field last, to what, and when. */
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

/** Set by the server too, when a category goes or a number turns out to be a user's. */
const ofServer = new Set(['category_id', 'status']);
const writesFields = new Set(['contact.create', 'contact.edit', 'contact.restore']);

function appliedTo(world: World, ledger: Ledger): Map<string, Applied[]> {
  const byContact = new Map<string, Applied[]>();
  for (const { op_id, rev, person, kind } of ledger.accepted) {
    const op = world.sent.get(op_id);
    if (!op || rev === null || !writesFields.has(kind)) continue;
    byContact.set(op.id, [...(byContact.get(op.id) ?? []), { op, rev, person }]);
  }
  return byContact;
}

/** An edit of a field that asks must have been made on top of what the other person had set before. */
function overwritten(state: Map<string, SetField>, { op, person }: Applied): string[] {
  if (op.kind !== 'contact.edit') return [];
  return Object.entries(op.args as object).flatMap(([field, mine]) => {
    const known = state.get(field);
    const isForeign = known !== undefined && known.person !== person && known.rev > op.base_rev;
    const isAsked = contacts.policies[field] === 'ask';
    const isUnseen = known?.value !== sorted(op.base?.[field]) && known?.value !== sorted(mine);
    return isForeign && isAsked && isUnseen ? [field] : [];
  });
}

/** [T8] Each field holds what was accepted for it last, and nobody's words were overwritten unasked. */
export function checkMerged(world: World, ledger: Ledger): Violation[] {
  const found: Violation[] = [];
  for (const [id, applied] of appliedTo(world, ledger)) {
    const state = new Map<string, SetField>();
    for (const one of applied) {
      for (const field of overwritten(state, one))
        found.push({ promise: 'T8', seen: `${one.person} overwrote ${field} of contact ${id} unasked` });
      for (const [field, value] of Object.entries(one.op.args as object))
        if (field in contacts.policies) state.set(field, { value: sorted(value), person: one.person, rev: one.rev });
    }
    const row = ledger.contacts.get(id);
    if (!row) continue;
    for (const [field, { value, person }] of state)
      if (!ofServer.has(field) && sorted(row[field]) !== value)
        found.push({ promise: 'T8', seen: `${field} of contact ${id} by ${person} did not survive` });
  }
  return found;
}
