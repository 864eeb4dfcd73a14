import type { Person } from '../../../contract/entities/person.ts';
import { Refused } from '../../../contract/errors.ts';
import { addPartnerFile, makePartner, removePartnerFile, setCommission } from '../../../contract/states/partner.ts';
import { PDF_TYPE } from '../../../contract/values.ts';
import { addAuditEntry } from '../../audit.ts';
import type { HandlerContext, WriteHandler, WriteOutcome } from '../../handlers.ts';
import { withCurrentRow } from '../../http/with-current-row.ts';
import { claimBlob } from '../blobs/repository.ts';
import { lockPersonOrThrow, savePerson, type LockedPerson } from '../people/lock.ts';
import { addTimelineEvent } from '../people/timeline-repository.ts';
import { pokePersonViewers } from '../people/transfer-access.ts';
import { personOutcome } from '../people/writes.ts';

type PartnerAction = 'partner_made' | 'partner_file_added' | 'partner_file_removed' | 'partner_commission_set';

interface Change {
  locked: LockedPerson;
  next: Person;
  action: PartnerAction;
  detail?: Record<string, unknown>;
}

/** Stores a changed partner and adds the change to the audit log. */
async function savePartner(context: HandlerContext, change: Change): Promise<WriteOutcome> {
  const { tx, scope, caller, received_at: at } = context;
  const { locked, next, action, detail = {} } = change;
  const { person, holder } = locked;
  const rev = await savePerson(context, locked, next);
  if (next.status !== person.status) {
    const status = { from: person.status, to: next.status, why: 'partner' };
    await addTimelineEvent(context, { person_id: person.id, kind: 'status', by_id: caller.user_id, detail: status });
  }
  await addAuditEntry(tx, { scope, at, action, actor_id: caller.user_id, target_id: person.id, detail });
  await pokePersonViewers(context, [holder], { pool: person.status === 'waiting' });
  return personOutcome(context, person.id, rev);
}

const unchangedOutcome = ({ person }: LockedPerson): WriteOutcome => ({ row: person, rev: person.rev });

/** Makes a person a partner. Throws `already_partner`, `lead_state` or `not_found`. */
export const makePartnerHandler: WriteHandler<'partner.make'> = async (context, { id, args, corrected_at }) => {
  const locked = await lockPersonOrThrow(context, id);
  const next = withCurrentRow(locked.person, (row) => makePartner(row, { ...args, at: corrected_at }));
  return next === locked.person
    ? unchangedOutcome(locked)
    : savePartner(context, { locked, next, action: 'partner_made' });
};

/**
 * Adds an uploaded file to a partner. Throws `blob_missing` for a file that the caller has neither sent nor can see,
 * `file_invalid`, `files_full`, `not_a_partner` or `not_found`.
 */
export const attachPartnerFileHandler: WriteHandler<'partner.attach'> = async (context, { id, args: { file } }) => {
  const { tx, caller, received_at } = context;
  const locked = await lockPersonOrThrow(context, id);
  const { person } = locked;
  const stored = await claimBlob(tx, caller, file.sha256, received_at);
  if (!stored) throw new Refused('blob_missing');
  if ((stored.mime === PDF_TYPE) !== (file.mime === PDF_TYPE)) throw new Refused('file_invalid');
  const next = withCurrentRow(person, (row) => addPartnerFile(row, { ...file, mime: stored.mime }));
  if (next === person) return unchangedOutcome(locked);
  return savePartner(context, { locked, next, action: 'partner_file_added', detail: { sha256: file.sha256 } });
};

/** Removes a file from a partner. Throws `not_a_partner` or `not_found`. */
export const detachPartnerFileHandler: WriteHandler<'partner.detach'> = async (context, { id, args: { sha256 } }) => {
  const locked = await lockPersonOrThrow(context, id);
  const next = withCurrentRow(locked.person, (row) => removePartnerFile(row, sha256));
  if (next === locked.person) return unchangedOutcome(locked);
  return savePartner(context, { locked, next, action: 'partner_file_removed', detail: { sha256 } });
};

/** Sets the commission. Only an admin may set it. Throws `forbidden`, `not_a_partner` or `not_found`. */
export const setCommissionHandler: WriteHandler<'partner.commission'> = async (context, { id, args: { percent } }) => {
  const locked = await lockPersonOrThrow(context, id);
  if (context.caller.principal !== 'admin') throw new Refused('forbidden');
  const next = withCurrentRow(locked.person, (row) => setCommission(row, percent));
  if (next === locked.person) return unchangedOutcome(locked);
  const detail = { from: locked.person.commission_percent, to: percent };
  return savePartner(context, { locked, next, action: 'partner_commission_set', detail });
};
