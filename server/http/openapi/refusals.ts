import type { Call } from '../../../contract/api-calls/define.ts';
import { callNamed, type CallName } from '../../../contract/api-calls/index.ts';
import { isViewRead } from '../../../contract/api-calls/view-reads.ts';
import { errorStatus } from '../../../contract/error-status.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { z } from '../../../contract/zod.ts';

const taskCodes = [
  'start_out_of_range',
  'end_before_start',
  'task_too_long',
  'linked_twice',
  'linked_user_required',
] as const satisfies readonly ErrorCode[];
const ticketCodes = ['ticket_taken', 'ticket_state', 'ticket_full', 'blob_missing'] as const;
const transferCodes = ['employee_required', 'limit_reached', 'lead_state'] as const;
const contactCodes = ['record_deleted', 'version_mismatch', 'conflict', 'status_by_system', 'not_an_image'] as const;
const donationCodes = ['paid_at_invalid', 'donation_duplicate', 'not_an_image', 'blob_missing'] as const;
const flowCodes = [
  'record_deleted',
  'version_mismatch',
  'conflict',
  'flow_state',
  'not_an_image',
  'blob_missing',
] as const;
const linkCodes = ['link_used', 'link_expired'] as const;

/** Error codes that result from rules of a particular call. Other codes are common to all calls of a kind. */
const ownCodes: Partial<Record<CallName, readonly ErrorCode[]>> = {
  'accounts.login': ['wrong_email_or_password', 'wrong_phone_or_password', 'blocked', 'not_found'],
  'accounts.register': ['email_taken', 'phone_taken', 'promo_unavailable', 'password_common'],
  'own.check_registration': ['email_taken', 'phone_taken', 'promo_unavailable'],
  'accounts.bot_login': [...linkCodes, 'not_found', 'blocked'],
  'accounts.reset_password': [...linkCodes, 'not_found', 'password_common', 'blocked'],
  'accounts.make_link': ['not_found', 'daily_limit', 'no_address'],
  'accounts.answer_link_request': ['not_found'],
  'accounts.spend_link': [...linkCodes, 'not_found', 'blocked', 'employee_device'],
  'accounts.set_credentials': [...linkCodes, 'not_found', 'password_common', 'blocked'],
  'accounts.update_me': ['email_taken', 'phone_taken', 'wrong_code'],
  'accounts.avatar': ['not_an_image'],
  'own.check_link': [...linkCodes, 'not_found', 'employee_device'],
  'own.stop_link': ['link_expired', 'not_found'],
  'own.contact_code': ['email_taken', 'phone_taken'],
  'own.change_password': ['wrong_password', 'password_common'],
  'own.delete_account': ['wrong_password', 'last_superuser'],
  'own.refresh': ['unauthorized', 'blocked', 'device_revoked', 'bad_origin'],
  'own.logout': ['bad_origin'],
  'lessons.time': ['slice_invalid', 'day_is_full'],
  'comments.add': ['parent_not_found', 'not_found'],
  'tasks.create': taskCodes,
  'tasks.update': [
    ...taskCodes,
    'task_state',
    'version_mismatch',
    'conflict',
    'start_in_past',
    'reopen_too_late',
    'result_not_for_type',
    'slice_invalid',
    'too_many_slices',
    'record_deleted',
  ],
  'team.reject_user': ['lead_state'],
  'people.remove': ['name_mismatch', 'lead_state'],
  'people.create_lead': ['email_taken', 'phone_taken', 'tag_unknown'],
  'partners.create': [
    ...(['email_taken', 'phone_taken', 'tag_unknown', 'already_partner', 'lead_state'] as const),
    ...(['files_full', 'file_invalid', 'not_an_image'] as const),
  ],
  'people.bulk': ['employee_required'],
  'people.bulk_filtered': ['employee_required', 'limit_reached'],
  'people.give': transferCodes,
  'people.assign': transferCodes,
  'people.update_settings': [
    'lead_state',
    'tag_unknown',
    'not_reached_yet',
    'too_few_tries',
    'do_not_contact',
    'version_mismatch',
    'conflict',
  ],
  'people.new_lead_task': ['taken', 'limit_reached', 'excluded', 'lead_state', 'request_old'],
  'subscription.package_purchase': ['promo_unavailable', 'subscription_state', 'unavailable'],
  'subscription.check_promo': ['promo_unavailable', 'subscription_state', 'not_found'],
  'subscription.set_auto_pay': ['subscription_state', 'payment_method_required', 'not_found'],
  'payments.donation': [...donationCodes, 'unavailable'],
  'payments.manual_donation': donationCodes,
  'statistics.figures': ['not_found'],
  'statistics.countries': ['not_found'],
  'statistics.staff': ['not_found'],
  'view_as.start': ['not_found'],
  'employees.block': ['block_self', 'block_admin'],
  'admin.create_user': ['email_taken', 'phone_taken'],
  'admin.update_user': ['email_taken', 'phone_taken', 'phone_or_email', 'block_self', 'last_superuser'],
  'contacts.add_category': ['category_taken', 'categories_full'],
  'contacts.change_category': ['category_taken', 'record_deleted', 'version_mismatch', 'conflict'],
  'contacts.delete_category': ['version_mismatch'],
  'contacts.add': [...contactCodes, 'contacts_full'],
  'contacts.change': contactCodes,
  'flows.add': ['flows_full', 'record_deleted', 'not_an_image'],
  'flows.change': [...flowCodes, 'flow_name_taken'],
  'flows.delete': ['record_deleted', 'version_mismatch'],
  'flows.landing': ['record_deleted'],
  'flows.add_element': ['record_deleted', 'flow_state', 'blocks_full', 'not_an_image', 'blob_missing'],
  'flows.change_element': flowCodes,
  'flows.delete_element': ['record_deleted', 'version_mismatch', 'flow_state'],
  'flows.publish': ['record_deleted', 'flow_state', 'landing_incomplete', 'blob_missing', 'conflict'],
  'flows.unpublish': ['record_deleted', 'flow_state'],
  'flows.versions': ['record_deleted'],
  'imports.save': ['import_file', 'daily_limit'],
  'imports.start': ['import_file', 'import_state', 'import_has_errors', 'plan_changed'],
  'imports.cancel': ['import_state'],
  'imports.undo': ['import_state'],
  'flows.restore_version': ['record_deleted', 'flow_state'],
  'tickets.create': ['blob_missing', 'ticket_full'],
  'tickets.update': [...ticketCodes, 'snooze_out_of_range', 'version_mismatch', 'reopen_too_late', 'forbidden'],
  'tickets.reject': [...ticketCodes, 'version_mismatch'],
  'tickets.create_for': ['blob_missing'],
  'chatbot.send': ['no_telegram'],
  'own.revoke_device': ['not_found'],
  'sync.push': ['client_too_old', 'epoch_changed'],
  'sync.changes': ['cursor_expired', 'epoch_changed'],
  'sync.snapshot': ['cursor_expired', 'epoch_changed'],
  'sync.upload': ['checksum', 'not_an_image', 'file_invalid'],
  'sync.upload_part': ['upload_offset', 'checksum', 'not_an_image', 'file_invalid'],
};

/** Whether a request contains the id of a record that may not exist. */
function namesRecord({ params, query, body }: Call): boolean {
  if (params) return true;
  const names = [query, body].flatMap((schema) =>
    schema ? [...JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' })).matchAll(/"(\w*id)":\{/g)] : [],
  );
  return names.length > 0;
}

function commonCodes(call: Call): ErrorCode[] {
  const isOpen = call.roles.includes('anonymous');
  return [
    // All calls can return `invalid`, even without parameters and body, because their headers are validated.
    'invalid',
    ...(isOpen ? [] : (['unauthorized', 'forbidden', 'blocked', 'device_revoked'] as const)),
    ...(isViewRead(call) ? [] : (['view_only'] as const)),
    ...(namesRecord(call) ? (['not_found'] as const) : []),
    ...(call.method === 'GET' ? [] : (['too_large', 'unsupported_type'] as const)),
    ...(call.idempotent ? (['op_in_progress', 'access_lost', 'idempotency_key_reused'] as const) : []),
    ...(isOpen || call.method === 'GET' ? [] : (['daily_limit'] as const)),
    'too_many_requests',
  ];
}

/** Returns the error codes that a call can return, by HTTP status in ascending order. */
export function documentedRefusals(name: CallName): Map<number, ErrorCode[]> {
  const codes = new Set([...commonCodes(callNamed(name)), ...(ownCodes[name] ?? [])]);
  const byStatus = Map.groupBy(codes, (code): number => errorStatus[code]);
  return new Map([...byStatus].toSorted(([a], [b]) => a - b));
}
