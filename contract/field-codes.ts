import type { ErrorCode } from './errors.ts';

/** Codes that are used only for a single field, never for a whole request. */
const ownCodes = [
  'required',
  'empty',
  'too_long',
  'too_short',
  'out_of_range',
  'control_characters',
  'unknown',
  'read_only',
  'email_invalid',
  'phone_invalid',
  'telegram_invalid',
  'url_invalid',
  'name_invalid',
  'name_reserved',
  'time_invalid',
  'password_short',
  'start_required',
  'fill_both',
  'in_future',
  'from_to_wrong',
  'overlap',
] as const;

/** Codes of whole requests that are also used for the field that caused the error. */
const requestCodes = [
  'invalid',
  'not_found',
  'email_taken',
  'phone_taken',
  'promo_unavailable',
  'password_common',
  'wrong_password',
  'wrong_code',
  'phone_or_email',
  'employee_required',
  'category_taken',
  'flow_name_taken',
  'name_mismatch',
  'tag_unknown',
  'status_by_system',
  'contact_by_owner',
  'linked_twice',
  'paid_at_invalid',
  'start_in_past',
  'start_out_of_range',
  'end_before_start',
  'task_too_long',
  'result_not_for_type',
  'not_an_image',
  'file_invalid',
  'too_large',
] as const satisfies readonly ErrorCode[];

/** Every error that a single field can have. The list is closed: a new code must be added here first. */
export const fieldCodes = [...ownCodes, ...requestCodes] as const;
export type FieldCode = (typeof fieldCodes)[number];

/** Whether a value is one of these field codes. */
export const isFieldCode = (value: unknown): value is FieldCode => fieldCodes.some((code) => code === value);
