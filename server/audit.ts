import { uuidv7 } from 'uuidv7';
import type { AuditAction, DonationAction } from '../contract/audit-actions.ts';
import type { Tx } from './db/tables.ts';

export interface AuditEntry {
  scope: string;
  at: string;
  action: AuditAction | DonationAction;
  actor_id?: string | null;
  target_id?: string | null;
  ip?: string | null;
  request_id?: string | null;
  /** Details of the action. They must not contain passwords, tokens or phone numbers. */
  detail?: Record<string, unknown>;
}

/** Adds an entry to the audit log, in the transaction of the action. Entries are never changed. */
export async function addAuditEntry(tx: Tx, entry: AuditEntry): Promise<void> {
  const { scope, at, action, actor_id = null, target_id = null, ip = null, request_id = null, detail = {} } = entry;
  await tx
    .insertInto('audit_log')
    .values({ scope, id: uuidv7(), at, action, actor_id, target_id, ip, request_id, detail: JSON.stringify(detail) })
    .execute();
}
