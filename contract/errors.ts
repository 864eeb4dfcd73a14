/** Every code a reply or a refused write may carry, with its HTTP status. Closed: a new one is added here first. */
export const errorStatus = {
  invalid: 400,
  unauthorized: 401,
  wrong_email_or_password: 401,
  wrong_phone_or_password: 401,
  wrong_password: 422,
  wrong_code: 422,
  password_common: 422,
  email_taken: 409,
  phone_taken: 409,
  promo_unavailable: 422,
  link_used: 410,
  link_expired: 410,
  forbidden: 403,
  blocked: 403,
  device_revoked: 403,
  bad_origin: 403,
  not_found: 404,
  access_lost: 404,
  conflict: 409,
  op_in_progress: 409,
  task_state: 409,
  ticket_state: 409,
  comment_too_old: 409,
  comment_deleted: 409,
  category_taken: 409,
  handover_closed: 409,
  upload_offset: 409,
  cursor_expired: 410,
  record_deleted: 410,
  version_mismatch: 412,
  too_large: 413,
  unsupported_type: 415,
  idempotency_key_reused: 422,
  linked_user_required: 422,
  start_in_past: 422,
  start_out_of_range: 422,
  end_before_start: 422,
  reopen_too_late: 422,
  result_not_for_type: 422,
  slice_invalid: 422,
  too_many_slices: 422,
  day_is_full: 422,
  parent_not_found: 422,
  contacts_full: 422,
  categories_full: 422,
  ticket_full: 422,
  status_by_system: 422,
  no_recipient: 422,
  not_an_image: 422,
  checksum: 422,
  skipped: 424,
  blob_missing: 424,
  client_too_old: 426,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** A refusal with a reason of the closed list. Thrown by handlers and state machines; never judged by its message. */
export class Refused extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, unknown> | undefined;
  constructor(code: ErrorCode, fields?: Record<string, unknown>) {
    super(code);
    this.name = 'Refused';
    this.code = code;
    this.fields = fields;
  }
}
