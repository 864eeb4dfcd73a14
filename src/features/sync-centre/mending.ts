import { isTyped } from '../../cards/field-input.tsx';
import { fieldWord, speakingFields } from '../../cards/field-words.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { EntityName } from '../../../contract/entities/stores.ts';
import type { WriteName } from '../../../contract/writes/index.ts';
import type { Entry } from '../../db/entry.ts';

/** Refusals that no other words would change. */
const final: readonly (ErrorCode | null)[] = [
  'access_lost',
  'forbidden',
  'not_found',
  'record_deleted',
  'comment_too_old',
  'comment_deleted',
  'parent_not_found',
  'task_state',
  'reopen_too_late',
  'handover_closed',
];

const lost: readonly (ErrorCode | null)[] = ['access_lost', 'forbidden', 'not_found'];
const owned: readonly EntityName[] = ['contacts', 'tasks', 'interactions'];
const forms: readonly WriteName[] = ['contact.create', 'contact.restore', 'contact.edit'];

const codeOf = ({ error }: Entry): ErrorCode | null => error?.code ?? null;

/** Where a write is put right: its record's own form, or a small sheet here. Null where new words would not help. */
export function editorOf(entry: Entry): { kind: 'form'; href: string } | { kind: 'sheet' } | null {
  if (entry.state === 'blocked' || final.includes(codeOf(entry))) return null;
  if (forms.includes(entry.kind)) {
    const resend = `?resend=${entry.op_id}`;
    const href = entry.kind === 'contact.edit' ? `/contacts/${entry.entity_id}/edit` : '/contacts/new';
    return { kind: 'form', href: href + resend };
  }
  const isSheet = speakingFields(entry.entity, entry.args).some((field) => isTyped(fieldWord(entry.entity, field)));
  return isSheet ? { kind: 'sheet' } : null;
}

/** Whether somebody else may have use for it: they have the record now. */
export const canHandOver = (entry: Entry): boolean =>
  entry.state === 'rejected' && lost.includes(codeOf(entry)) && owned.includes(entry.entity);
