import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { ErrorCode } from '../../../contract/errors.ts';

/** Codes that the schemas of contract/ return for a field. */
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
  | 'differs'
  | 'in_future'
  | 'from_to_wrong'
  | 'overlap';

const texts: Record<ErrorCode | FieldCode, MessageDescriptor> = {
  required: msg`Please, fill this field`,
  empty: msg`This field cannot be empty`,
  too_long: msg`This text is too long`,
  too_short: msg`Write a little more`,
  invalid: msg`This value is not accepted`,
  control_characters: msg`Remove the invisible characters`,
  email_invalid: msg`Please, enter valid email address`,
  phone_invalid: msg`Phone is incorrect`,
  telegram_invalid: msg`Enter a Telegram name or a t.me link`,
  password_short: msg`Use at least 8 characters`,
  phone_or_email: msg`Please, fill all necessary fields`,
  start_required: msg`Please, select start time`,
  fill_both: msg`Please, fill both fields`,
  differs: msg`The passwords do not match`,
  in_future: msg`This is in the future`,
  from_to_wrong: msg`Incorrect time from and time to`,
  overlap: msg`These times overlap`,
  unauthorized: msg`Log in again`,
  wrong_email_or_password: msg`Wrong email or password`,
  wrong_phone_or_password: msg`Wrong phone or password`,
  wrong_password: msg`Wrong password`,
  wrong_code: msg`This code is wrong or has expired`,
  password_common: msg`This password is too common. Choose another one`,
  email_taken: msg`Email is already in use`,
  phone_taken: msg`Phone is already in use`,
  promo_unavailable: msg`Error, email is in use or promo code is not available`,
  link_used: msg`This link has already been used`,
  link_expired: msg`Link has expired`,
  forbidden: msg`You do not have permission to do this`,
  blocked: msg`Your access is blocked`,
  device_revoked: msg`This device was logged out remotely`,
  block_self: msg`You cannot block yourself`,
  block_admin: msg`An administrator cannot be blocked`,
  bad_origin: msg`The server did not recognise the sender. Reload the app`,
  not_found: msg`This no longer exists`,
  access_lost: msg`This was reassigned to someone else`,
  conflict: msg`Someone else changed this too`,
  op_in_progress: msg`The server is still working on this`,
  task_state: msg`This task has changed in the meantime`,
  lead_state: msg`This person's status has changed in the meantime`,
  taken: msg`User is already taken by another employee`,
  limit_reached: msg`The daily limit of new leads is reached`,
  request_old: msg`You asked more than half an hour ago. Do you still want this lead?`,
  requests_full: msg`You have three requested leads already. Wait for one to be confirmed`,
  excluded: msg`You rejected this lead less than 30 days ago`,
  employee_required: msg`Please, select employee`,
  not_reached_yet: msg`No one has reached this person yet. Log a call, visit or message first`,
  too_few_tries: msg`Log three attempts before closing for no answer`,
  do_not_contact: msg`This person does not want contact. Only a manager can reopen this`,
  name_mismatch: msg`The name does not match`,
  tag_unknown: msg`Please, select tag`,
  contact_by_owner: msg`Only the account owner can change their phone and email`,
  ticket_taken: msg`Ticket is already taken by another employee`,
  ticket_state: msg`This request has changed in the meantime`,
  comment_too_old: msg`Comments can only be edited for 15 minutes`,
  comment_deleted: msg`This comment was deleted`,
  category_taken: msg`A category with this name already exists`,
  handed_over: msg`Your manager has this now. It arrived while your access was blocked`,
  handover_closed: msg`This has already been answered`,
  upload_offset: msg`The upload continues from another point`,
  record_deleted: msg`This was deleted`,
  cursor_expired: msg`This device was offline too long and is syncing everything again`,
  version_mismatch: msg`Someone else changed this first`,
  too_large: msg`This is too large to send`,
  unsupported_type: msg`The server does not accept this type of data`,
  idempotency_key_reused: msg`This was already sent with different content`,
  linked_user_required: msg`Choose a person`,
  linked_twice: msg`A task can have one person or one contact, not both`,
  start_in_past: msg`The start is in the past`,
  start_out_of_range: msg`The start is too far ahead`,
  end_before_start: msg`The end is before the start`,
  reopen_too_late: msg`It is too late to reopen this`,
  result_not_for_type: msg`This result does not match the task type`,
  slice_invalid: msg`This time does not match the task`,
  too_many_slices: msg`This task was started too many times`,
  day_is_full: msg`More than 24 hours in one day`,
  parent_not_found: msg`What you replied to no longer exists`,
  contacts_full: msg`You have too many contacts. Delete some first`,
  categories_full: msg`You have too many categories. Delete some first`,
  ticket_full: msg`This conversation is too long. Write a new request`,
  snooze_out_of_range: msg`Choose a day within the next 30 days`,
  no_telegram: msg`This person has not connected Telegram`,
  status_by_system: msg`Only the system can set this status`,
  no_recipient: msg`There is no one to hand this over to`,
  not_an_image: msg`This file is not a picture`,
  checksum: msg`The file was damaged during upload. Choose it again`,
  blob_missing: msg`The file is no longer on this device. Choose it again`,
  skipped: msg`Waiting for an earlier change`,
  client_too_old: msg`This version is out of date. Update the app`,
  too_many_requests: msg`Too many attempts. Wait a little, then try again`,
  daily_limit: msg`The limit for today is reached. Try again tomorrow`,
  internal: msg`An error occurred`,
  unavailable: msg`The server is busy. It will retry automatically`,
};

/** Returns the text for an error code of the server or a schema; "An error occurred" for an unknown one. */
export function errorText(code: string | null | undefined): MessageDescriptor {
  return code && Object.hasOwn(texts, code) ? texts[code as ErrorCode | FieldCode] : texts.internal;
}

/** The same as a component. */
export function ErrorText({ code }: { code: string | null | undefined }): ReactElement {
  const { t } = useLingui();
  return <>{t(errorText(code))}</>;
}
