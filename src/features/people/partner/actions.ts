import type { Person } from '../../../../contract/entities/person.ts';
import { personName } from '../../../components/person/person-labels.ts';
import { depsOfPartner } from '../../../db/outbox/person-deps.ts';
import type { Draft } from '../../../db/outbox/outbox.ts';
import type { Store } from '../../../db/schema/store.ts';
import { iso } from '../../../lib/ports.ts';
import { leadArgs, type LeadFields } from '../lead-draft.ts';
import type { ChosenFile } from './prepare-file.ts';

const at = (store: Store): string => iso(store.now());

function fileDraft(store: Store, id: string, file: ChosenFile, deps: readonly string[]): Draft<'partner.attach'> {
  const { sha256, mime, name, data } = file;
  const args = { file: { sha256, mime, name, bytes: data.byteLength }, at: at(store) };
  return { kind: 'partner.attach', id, args, title: name, deps, files: [file] };
}

/**
 * Queues the writes that create a new partner: the person, the partnership and the files, all or none. Returns the op
 * id of the first write, whose undo also undoes the others.
 */
export async function createPartner(
  store: Store,
  id: string,
  fields: LeadFields,
  files: readonly ChosenFile[],
): Promise<string> {
  const { company, partner_note } = fields;
  const title = personName(fields);
  const drafts = [
    { kind: 'lead.create', id, args: { ...leadArgs(fields), at: at(store) }, title },
    { kind: 'partner.make', id, args: { company, partner_note, at: at(store) }, title, deps: ['#0'] },
    ...files.map((file) => fileDraft(store, id, file, ['#1'])),
  ];
  return (await store.writeAll(drafts as Draft[]))[0]!;
}

/** Queues the write that makes a person a partner. Like the functions below, returns its op id. */
export function makePartner(store: Store, person: Person, company: string, partner_note: string): Promise<string> {
  const args = { company, partner_note, at: at(store) };
  return store.write({ kind: 'partner.make', id: person.id, args, title: personName(person) });
}

/** Queues a file of a partner. */
export async function addFile(store: Store, person: Person, file: ChosenFile): Promise<string> {
  return store.write(fileDraft(store, person.id, file, await depsOfPartner(store.db, person.id)));
}

/** Queues the removal of a file of a partner. */
export function removeFile(store: Store, person: Person, file: { sha256: string; name: string }): Promise<string> {
  const args = { sha256: file.sha256, at: at(store) };
  return store.write({ kind: 'partner.detach', id: person.id, args, title: file.name });
}

/** Queues the commission of a partner, which only admins may set. */
export function setCommission(store: Store, person: Person, percent: number): Promise<string> {
  const args = { percent, at: at(store) };
  return store.write({ kind: 'partner.commission', id: person.id, args, title: personName(person) });
}
