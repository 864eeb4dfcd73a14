import { callNamed } from '../../../contract/api-calls/index.ts';
import type { EntityName } from '../../../contract/entities/stores.ts';
import type { PushOp } from '../../../contract/sync.ts';
import { writes, type WriteName } from '../../../contract/writes/index.ts';
import type { PhoneDb } from '../../../src/db/schema/db.ts';
import type { Actor } from '../../../src/db/outbox/view.ts';
import { pathOf, type ApiRequest } from './api-client.ts';
import type { Ids, IdSpace } from './ids.ts';
import { fileOf, otherWriteCall, type AnyDocumented, type SentFile } from './other-write-calls.ts';
import { storedRow } from './rows.ts';
import { tableOf } from './tables/index.ts';

const otherSpaces: Partial<Record<EntityName, IdSpace>> = { tickets: 'ticket' };

/** Returns the id space of an entity. */
export const spaceOf = (entity: EntityName): IdSpace | null => tableOf(entity)?.space ?? otherSpaces[entity] ?? null;

/**
 * Returns the documented call of a write; null if there is none. Some writes have no mapping in the contract, because
 * our own server has better calls for them.
 */
export function findDocumentedCall({ kind, args }: Pick<PushOp, 'kind' | 'args'>, actor: Actor): AnyDocumented | null {
  const otherCall = otherWriteCall(kind, args, actor);
  if (otherCall) return otherCall;
  return Object.hasOwn(writes, kind) ? (writes[kind as WriteName].documented as AnyDocumented | null) : null;
}

/** Encodes a field of a form: lists and objects as JSON, a missing value as an empty text. */
function formValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

/** Appends the file of a write. An empty text removes the stored file. */
async function appendFile(form: FormData, db: PhoneDb, field: string, sent: SentFile | null): Promise<boolean> {
  if (sent === null) {
    form.append(field, '');
    return true;
  }
  const file = await db.blobs.get(sent.sha256);
  if (!file) return false;
  form.append(field, new Blob([file.data], { type: file.mime }), `${field}.${file.mime.split('/')[1] ?? 'jpeg'}`);
  return true;
}

async function formOf(
  db: PhoneDb,
  { kind, args }: PushOp,
  body: Record<string, unknown>,
): Promise<FormData | 'missing_file'> {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, formValue(value));
  const file = fileOf(kind, args);
  if (file && !(await appendFile(form, db, file.field, file.sent))) return 'missing_file';
  return form;
}

/**
 * Builds the documented request of a write, with the ids of the API. The id of a new record is sent only to an API that
 * uses UUIDs, because any other API assigns ids itself.
 */
export async function buildRequest(
  db: PhoneDb,
  op: PushOp,
  documented: AnyDocumented,
  { ids, user_id }: { ids: Ids; user_id: string },
): Promise<ApiRequest | 'missing_file'> {
  const call = callNamed(documented.call);
  const raw = documented.to_body(op.args, op.id, await storedRow(db, op.entity, op.id));
  const isCreate = writes[op.kind as WriteName].mode === 'create';
  const { id, ...rest } = raw;
  const sent = isCreate && ids.isKnown(user_id) ? rest : { ...(id !== undefined && { id }), ...rest };
  const body = ids.foreignBody(sent) as Record<string, unknown>;
  const request = { method: call.method, path: pathOf(documented.call, { id: ids.foreign(op.id) }), key: op.op_id };
  if (call.method === 'DELETE') return request;
  if (call.encoding !== 'multipart')
    return { ...request, body: JSON.stringify(body), content_type: 'application/json' };
  const form = await formOf(db, op, body);
  return form === 'missing_file' ? form : { ...request, body: form };
}
