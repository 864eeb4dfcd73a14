import type { ProfilePatch } from '../../../contract/api-calls/profile.ts';
import type { Me } from '../../../contract/entities/me.ts';
import { Refused } from '../../../contract/errors.ts';
import type { Args } from '../../../contract/writes/index.ts';
import { addAuditEntry } from '../../audit.ts';
import type { User } from '../../db/tables.ts';
import { sqlState } from '../../db/transaction.ts';
import type { CallerContext } from '../../handlers.ts';
import { CommittedRefusal } from '../../http/with-current-row.ts';
import { sendEmail } from './emails.ts';
import { endLinks, makeCode, consumeCode } from './links.ts';
import { tokenFamilyOf } from './password-change.ts';
import { rejectTaken } from './register.ts';
import { meRows } from './rows.ts';
import { selfAndResponsibleOf } from '../contacts/person.ts';
import { storeFile } from '../contacts/stored-photo.ts';
import { toWriteInput, withEtag } from '../../sync/rest-adapter.ts';
import { lockOwnAccount, saveOwnAccount, type OwnFields } from '../settings/repository.ts';
import { avatarHandler } from '../settings/writes.ts';
import { createAccessToken, type Auth } from './sessions.ts';

const unrestrictedFields = [
  'first_name',
  'last_name',
  'middle_name',
  'language',
  'country',
  'city',
  'time_zone',
] as const;
const otherFields = ['date_birth', 'telegram', 'email', 'phone', 'show_contact_to_team'] as const;
type Field = (typeof unrestrictedFields)[number] | (typeof otherFields)[number];

const withLowerCaseEmail = <T extends { email?: string | undefined }>(given: T): T =>
  given.email === undefined ? given : { ...given, email: given.email.normalize('NFC').toLowerCase() };

/**
 * Sends a confirmation code by email. The code for a new email address goes to that address; the code for a new phone
 * number goes to the current email address of the account, because this product sends no text messages. Throws
 * `email_taken` or `phone_taken`, and `invalid` for a phone number on an account without email address.
 */
export async function sendContactCode(
  context: CallerContext,
  given: { email?: string | undefined; phone?: string | undefined },
): Promise<void> {
  const { tx, scope, caller, received_at: now } = context;
  const { email, phone } = withLowerCaseEmail(given);
  await rejectTaken(tx, scope, { email, phone }, caller.user_id);
  const to = email ?? caller.user.email;
  if (to === null) throw new Refused('invalid', { phone: 'invalid' });
  const detail = email === undefined ? { phone } : { email };
  const code = await makeCode(tx, { scope, user_id: caller.user_id, now, detail });
  await sendEmail(context, caller.user, 'code', { code }, to);
}

/**
 * Checks that a changed email address or phone number is the address or number for which the code was sent. Wrong codes are counted.
 */
async function checkCode(context: CallerContext, patch: ProfilePatch, changed: readonly Field[]): Promise<void> {
  const { tx, scope, caller, received_at: now } = context;
  const names = changed.filter((name) => name === 'email' || name === 'phone');
  if (names.length === 0) return;
  await rejectTaken(tx, scope, patch, caller.user_id);
  const isMeant = (detail: Record<string, unknown>) => names.every((name) => detail[name] === patch[name]);
  const isCorrect = await consumeCode(tx, { scope, user_id: caller.user_id, now }, patch.code ?? '', isMeant);
  if (!isCorrect) throw new CommittedRefusal('wrong_code');
}

async function saveProfile(
  context: CallerContext,
  patch: ProfilePatch,
  row: User,
  changed: readonly Field[],
): Promise<void> {
  const { tx, caller, received_at } = context;
  const values: OwnFields = Object.fromEntries(changed.map((name) => [name, patch[name]]));
  await saveOwnAccount(tx, row, values, { rev: await context.nextRev(), updated_at: received_at });
  context.poke(selfAndResponsibleOf(caller.user));
}

/**
 * Handles the side effects of a new email address or phone number: an audit entry and, for a new email address, the end
 * of pending password reset links and a notice to the old address.
 */
async function recordContactChange(context: CallerContext, changed: readonly Field[]): Promise<void> {
  const { tx, scope, caller, received_at: at, request } = context;
  const fields = changed.filter((name) => name === 'email' || name === 'phone');
  if (fields.length === 0) return;
  if (fields.includes('email')) {
    // End pending password reset links: a link in the mailbox of the old address must not give access to the account.
    await endLinks(tx, { scope, user_id: caller.user_id, now: at }, ['password_reset']);
    await sendEmail(context, caller.user, 'email_changed');
  }
  const requestFacts = { ip: request.ip, request_id: request.id, detail: { fields } };
  await addAuditEntry(tx, { scope, at, action: 'contact_changed', actor_id: caller.user_id, ...requestFacts });
}

/** Saves the changed fields of the caller's own account. If two devices change the same field, the last write wins. */
async function changeProfile(context: CallerContext, given: ProfilePatch): Promise<void> {
  const patch = withLowerCaseEmail(given);
  const row = await lockOwnAccount(context.tx, context.caller);
  if (!row) throw new Refused('unauthorized');
  const names: Field[] = [...unrestrictedFields, ...otherFields];
  const changed = names.filter((name) => patch[name] !== undefined && patch[name] !== row[name]);
  if (changed.length === 0) return;
  await checkCode(context, patch, changed);
  await saveProfile(context, patch, row, changed);
  await recordContactChange(context, changed);
}

async function ownRow(context: CallerContext): Promise<Me> {
  const user = await meRows.one(context, context.caller.user_id);
  if (!user) throw new Refused('unauthorized');
  return user;
}

const setAvatar = (context: CallerContext, photo: Args<'me.avatar'>['photo']) =>
  avatarHandler(
    context,
    toWriteInput<'me.avatar'>(context, context.caller.user_id, { photo, at: context.received_at }),
  );

/** Checks that a patch either removes the avatar or repeats the stored one. Throws `invalid`. */
function checkAvatar({ caller }: CallerContext, { avatar }: ProfilePatch): void {
  if (avatar && avatar.sha256 !== caller.user.avatar_sha256) throw new Refused('invalid', { avatar: 'read_only' });
}

/**
 * Sets the image in the request as the caller's avatar. Throws `invalid` if there is no image, and the errors of
 * storeFile.
 */
export async function uploadAvatar(context: CallerContext): Promise<Me> {
  const { photo } = context.request;
  if (!photo) throw new Refused('invalid', { avatar: 'required' });
  await storeFile(context, photo);
  await setAvatar(context, { sha256: photo.sha256, mime: photo.mime, bytes: photo.data.byteLength });
  return withEtag<Me>(context, await ownRow(context));
}

/** Saves the profile, and returns it with a token that continues this session. */
export async function updateMe(
  auth: Auth,
  context: CallerContext,
  patch: ProfilePatch,
): Promise<{ token: string; user: Me }> {
  const { caller, scope, request } = context;
  const family_id = await tokenFamilyOf(auth, request);
  try {
    checkAvatar(context, patch);
    await changeProfile(context, patch);
    if (patch.avatar === null) await setAvatar(context, null);
  } catch (error) {
    if (sqlState(error) === '23505') throw new Refused(patch.email === undefined ? 'phone_taken' : 'email_taken');
    throw error;
  }
  const user = await ownRow(context);
  const { id, token_version } = caller.user;
  return { token: await createAccessToken(auth, request, scope, { id, token_version }, family_id), user };
}
