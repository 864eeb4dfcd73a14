import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { ErrorCode } from '../../../contract/errors.ts';

/** Codes that the schemas of contract/ give for a single field. */
export type FieldCode =
  | 'required'
  | 'empty'
  | 'too_long'
  | 'too_short'
  | 'invalid'
  | 'control_characters'
  | 'email_invalid'
  | 'phone_invalid'
  | 'telegram_invalid'
  | 'password_short'
  | 'start_required'
  | 'fill_both'
  | 'from_to_wrong'
  | 'overlap';

const texts: Record<ErrorCode | FieldCode, MessageDescriptor> = {
  required: msg`Please, fill this field`,
  empty: msg`This field cannot be empty`,
  too_long: msg`This text is too long`,
  too_short: msg`Please, write a little more`,
  invalid: msg`This value is not accepted`,
  control_characters: msg`Please, remove the characters that cannot be seen`,
  email_invalid: msg`Please, enter valid email address`,
  phone_invalid: msg`Phone is incorrect`,
  telegram_invalid: msg`Please, enter a Telegram name or a t.me link`,
  password_short: msg`Please, use 8 characters or more`,
  phone_or_email: msg`Please, fill all necessary fields`,
  start_required: msg`Please, select start time`,
  fill_both: msg`Please, fill both fields`,
  from_to_wrong: msg`Incorrect time from and time to`,
  overlap: msg`These times overlap`,
  unauthorized: msg`Please, log in again`,
  wrong_email_or_password: msg`Wrong email or password`,
  wrong_phone_or_password: msg`Wrong phone or password`,
  wrong_password: msg`This is not your password`,
  wrong_code: msg`This code is not right, or it is too old`,
  password_common: msg`Too many people have this password. Please, choose another one`,
  email_taken: msg`Email is already in use`,
  phone_taken: msg`Phone is already in use`,
  promo_unavailable: msg`Error, email is in use or promo code is not available`,
  link_used: msg`This link was used already`,
  link_expired: msg`Link has expired`,
  forbidden: msg`You are not allowed to do this`,
  blocked: msg`Your access is blocked`,
  device_revoked: msg`This phone was logged out from another place`,
  block_self: msg`You cannot block yourself`,
  block_admin: msg`An administrator cannot be blocked`,
  bad_origin: msg`The server did not accept where this came from`,
  not_found: msg`This is not there any more`,
  access_lost: msg`This was given to somebody else`,
  conflict: msg`Somebody else changed this too`,
  op_in_progress: msg`The server is still working on this`,
  task_state: msg`The task has moved on meanwhile`,
  lead_state: msg`The person's status has moved on meanwhile`,
  taken: msg`User is already taken by another employee`,
  limit_reached: msg`The daily limit of new leads is reached`,
  request_old: msg`This request is older than half an hour. Do you still want it?`,
  requests_full: msg`Three requests wait for an answer already. Please, wait for one of them`,
  excluded: msg`You gave this person back less than 30 days ago`,
  employee_required: msg`Please, select employee`,
  not_reached_yet: msg`Nobody has reached this person yet: a call, visit or message comes first`,
  too_few_tries: msg`Please, try three times before closing for no answer`,
  do_not_contact: msg`This person wants no contact. Only a manager can open this again`,
  name_mismatch: msg`This is not the name of the person`,
  tag_unknown: msg`Please, select tag`,
  contact_by_owner: msg`Only the person can change the phone and email of an account`,
  ticket_taken: msg`Ticket is already taken by another employee`,
  ticket_state: msg`The request has moved on meanwhile`,
  comment_too_old: msg`A comment can be changed for 15 minutes only`,
  comment_deleted: msg`The comment was deleted`,
  category_taken: msg`There is a category of this name already`,
  handed_over: msg`Your manager has this now: it arrived while your access was blocked`,
  handover_closed: msg`This was answered already`,
  upload_offset: msg`The file is sent on from another place`,
  record_deleted: msg`This was deleted`,
  cursor_expired: msg`This phone was away for too long and fetches everything again`,
  version_mismatch: msg`Somebody else changed this first`,
  too_large: msg`This is too large to be sent`,
  unsupported_type: msg`The server does not take this kind of data`,
  idempotency_key_reused: msg`The server took something else under this number`,
  linked_user_required: msg`Please, choose the person`,
  linked_twice: msg`A task is with one person or one contact`,
  start_in_past: msg`The start lies in the past`,
  start_out_of_range: msg`The start is too far away`,
  end_before_start: msg`The end lies before the start`,
  reopen_too_late: msg`It is too late to open this again`,
  result_not_for_type: msg`This result does not fit the task`,
  slice_invalid: msg`This time does not fit the task`,
  too_many_slices: msg`The task was started too often`,
  day_is_full: msg`More than 24 hours in one day`,
  parent_not_found: msg`What this answers is not there any more`,
  contacts_full: msg`There are too many contacts. Please, delete some first`,
  categories_full: msg`There are too many categories. Please, delete some first`,
  ticket_full: msg`This conversation is too long. Please, write a new request`,
  snooze_out_of_range: msg`Please, choose a day within the next 30 days`,
  no_telegram: msg`This person has not connected Telegram`,
  status_by_system: msg`This status is set by the system alone`,
  no_recipient: msg`Nobody has this now`,
  not_an_image: msg`This file is not a picture`,
  checksum: msg`The file was damaged on its way. Please, choose it again`,
  blob_missing: msg`The file is not on this phone any more. Please, choose it again`,
  skipped: msg`Waits for a change before it`,
  client_too_old: msg`This version of the app is too old. Please, update it`,
  too_many_requests: msg`Too many tries. Please, wait a little`,
  internal: msg`An error occurred`,
  unavailable: msg`The server is busy. It will be tried again`,
};

/** Words for a code of the server or of a schema; "An error occurred" for one that this version does not know. */
export function errorText(code: string | null | undefined): MessageDescriptor {
  return code && Object.hasOwn(texts, code) ? texts[code as ErrorCode | FieldCode] : texts.internal;
}

/** The same as a component. */
export function ErrorText({ code }: { code: string | null | undefined }): ReactElement {
  const { t } = useLingui();
  return <>{t(errorText(code))}</>;
}
