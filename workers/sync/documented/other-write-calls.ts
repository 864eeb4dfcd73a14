import type { CallName } from '../../../contract/api-calls/index.ts';
import type { Documented } from '../../../contract/writes/define.ts';
import type { Args, WriteName } from '../../../contract/writes/index.ts';
import type { Actor } from '../../../src/db/outbox/view.ts';

/** The documented call of a write, with its types erased. */
export type AnyDocumented = Documented<unknown, unknown>;

/** A file that is sent with a write. */
export interface SentFile {
  sha256: string;
}

const replyAsRow = (body: unknown) => body;
const noRow = () => null;

/** Describes a call that changes a person and names the person in its body. */
function personCall<K extends WriteName>(
  call: CallName,
  to_body: (args: Args<K>) => Record<string, unknown>,
): AnyDocumented {
  return { call, to_body: (args, id) => ({ user_id: id, ...to_body(args as Args<K>) }), from_body: noRow };
}

const withoutTime = ({ at: _, ...args }: { at?: unknown }): Record<string, unknown> => args;

const statusCall = (status: string): AnyDocumented =>
  personCall<'lead.close'>('people.update_settings', (args) => ({ status, ...withoutTime(args) }));

const contactPhoto: AnyDocumented = { call: 'contacts.change', to_body: () => ({}), from_body: replyAsRow };
const flowCover: AnyDocumented = { call: 'flows.change', to_body: () => ({}), from_body: replyAsRow };
const flowStateCall = (state: string): AnyDocumented => ({
  call: 'flows.change',
  to_body: () => ({ state }),
  from_body: replyAsRow,
});

const profile: AnyDocumented = {
  call: 'accounts.update_me',
  to_body: (args) => ({ ...(args as object) }),
  from_body: (body) => (body as { user?: unknown }).user ?? body,
};
const newAvatar: AnyDocumented = { call: 'accounts.avatar', to_body: () => ({}), from_body: replyAsRow };
const noAvatar: AnyDocumented = { ...profile, to_body: () => ({ avatar: null }) };

/** Donors enter their own donations, and employees those of others. Amounts are in dollars. */
const donationCall = (isOwn: boolean): AnyDocumented => ({
  call: isOwn ? 'payments.donation' : 'payments.manual_donation',
  to_body: (args, id) => {
    const { donor_id, amount_cents, purpose, purpose_text, method, is_anonymous, ...rest } =
      args as Args<'donation.submit'>;
    const { currency, paid_at, receipt, comment, is_no_duplicate } = rest;
    return {
      id,
      ...(!isOwn && { user_id: donor_id }),
      amount: amount_cents / 100,
      type: purpose,
      type_text: purpose_text,
      payment_method: method,
      anonymous: is_anonymous,
      ...{ currency, paid_at, receipt, comment, is_no_duplicate },
    };
  },
  from_body: replyAsRow,
});

/** Managers can assign all people of their team; other employees can transfer only their own people. */
const giveCall = (is_manager: boolean): AnyDocumented =>
  personCall<'lead.give'>(
    is_manager ? 'people.assign' : 'people.give',
    ({ to_id: consultant_id, note, force, reason }) => ({
      consultant_id,
      note,
      ...(is_manager && force !== undefined && { force }),
      ...(is_manager && reason !== undefined && { reason }),
    }),
  );

const calls: Partial<Record<WriteName, (args: unknown, actor: Actor) => AnyDocumented>> = {
  'me.update': () => profile,
  'me.avatar': (args) => ((args as Args<'me.avatar'>).photo === null ? noAvatar : newAvatar),
  'contact.photo': () => contactPhoto,
  'flow.cover': () => flowCover,
  'flow.archive': () => flowStateCall('archived'),
  'flow.unarchive': () => flowStateCall('draft'),
  'donation.submit': (args, { user_id }) => donationCall((args as Args<'donation.submit'>).donor_id === user_id),
  'person.edit': () => personCall<'person.edit'>('people.update_settings', ({ tags, groups }) => ({ tags, groups })),
  'lead.activate': () => statusCall('active'),
  'lead.close': () => statusCall('not_active'),
  'lead.reopen': () => statusCall('processing'),
  'lead.reject': () => personCall<'lead.reject'>('team.reject_user', withoutTime),
  'lead.give': (_, { is_manager }) => giveCall(is_manager),
  'lead.remove': () => personCall<'lead.remove'>('people.remove', withoutTime),
};

/** Returns the documented call of a write that has no mapping in the contract; null if there is none. */
export const otherWriteCall = (kind: string, args: unknown, actor: Actor): AnyDocumented | null =>
  calls[kind as WriteName]?.(args, actor) ?? null;

/** The form fields for the files of writes, and the arguments that name the files. */
const fileFields: Partial<Record<WriteName, { field: string; arg: string }>> = {
  'contact.photo': { field: 'photo', arg: 'photo' },
  'me.avatar': { field: 'avatar', arg: 'photo' },
  'flow.cover': { field: 'cover', arg: 'cover' },
  'donation.submit': { field: 'confirmation_check', arg: 'photo' },
};

/** Returns the file of a write, and the form field in which it is sent; null for a write without files. */
export function fileOf(kind: string, args: unknown): { field: string; sent: SentFile | null } | null {
  const fileField = fileFields[kind as WriteName];
  if (!fileField) return null;
  const sent = (args as Record<string, SentFile | null>)[fileField.arg] ?? null;
  // In all writes except a new donation, which has no stored file, null removes the stored file.
  return sent === null && kind === 'donation.submit' ? null : { field: fileField.field, sent };
}
