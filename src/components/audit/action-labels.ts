import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { AuditAction, PersonAction } from '../../../contract/audit-actions.ts';

/** Labels of audit actions. */
export const actionLabels: Record<AuditAction | PersonAction, MessageDescriptor> = {
  register: msg`Registered`,
  login: msg({ message: 'Logged in', context: 'action log' }),
  login_failed: msg`Failed login attempt`,
  login_by_link: msg`Logged in with a link`,
  login_by_bot: msg`Logged in with Telegram`,
  logout: msg({ message: 'Logged out', context: 'action log' }),
  register_refused: msg`Registration refused`,
  password_changed: msg`Password changed`,
  password_reset: msg`Password set with a reset link`,
  reset_link_mailed: msg`Password reset link emailed`,
  contact_changed: msg`Email or phone changed`,
  credentials_link_made: msg`Login link created`,
  credentials_link_asked: msg`Login link waiting for a manager`,
  credentials_link_confirmed: msg`Login link confirmed`,
  credentials_link_declined: msg`Login link declined`,
  credentials_link_refused: msg`Login link not accepted on an employee's device`,
  credentials_link_stopped: msg`Login link ended: "This was not me"`,
  credentials_link_used: msg`Login link used`,
  credentials_set: msg`Password set with a login link`,
  device_revoked: msg`Device logged out`,
  deletion_asked: msg`Account deletion requested`,
  deletion_taken_back: msg`Account deletion cancelled`,
  account_erased: msg`Personal details were erased`,
  person_created: msg({ message: 'Added', context: 'history of a person' }),
  person_status: msg`Status changed`,
  person_taken: msg({ message: 'Taken', context: 'action log' }),
  person_given: msg({ message: 'Reassigned', context: 'action log' }),
  person_rejected: msg`Returned to waiting leads`,
  lead_returned: msg`Returned to waiting leads`,
  person_message: msg`Message sent`,
  person_settings: msg`Details changed`,
  person_edited: msg`Details changed`,
  person_form: msg`Form sent`,
  person_view_as: msg`Account viewed`,
  person_removed: msg`Removed`,
  partner_made: msg`Made a partner`,
  partner_file_added: msg`File added`,
  partner_file_removed: msg`File removed`,
  partner_commission_set: msg`Commission changed`,
  donation_submitted: msg`Donation entered`,
  donation_confirmed: msg`Donation confirmed`,
  donation_rejected: msg`Donation not accepted`,
  donation_succeeded: msg`Donation paid`,
  donation_refunded: msg`Donation refunded`,
  import_uploaded: msg`Import file uploaded`,
  import_started: msg`Import started`,
  import_finished: msg`Import finished`,
  import_undo_started: msg`Undo of an import started`,
  import_undone: msg`Import undone`,
  blocked: msg({ message: 'Blocked', context: 'action log' }),
  unblocked: msg`Unblocked`,
  settings: msg`Employee settings changed`,
  user_created: msg`Account created`,
  user_updated: msg`Account changed`,
  admin_made: msg`Administrator created on the server`,
  view_as_started: msg`Opened the app as someone else`,
  view_as_page: msg`Opened a screen as someone else`,
  view_as_stopped: msg`Left the app as someone else`,
  refresh_reused: msg`Session ended: its key was used twice`,
  ledger_exported: msg`Ledger exported`,
  payment_of_other_amount: msg`Payment of another amount`,
  epoch_begun: msg`Database restored from a backup`,
};

const isKnown = (action: string): action is keyof typeof actionLabels => Object.hasOwn(actionLabels, action);

/** Returns a function that returns the label for the action of a log row. A newer server may record other actions. */
export function useActionLabel(): (action: string) => string {
  const { t } = useLingui();
  return (action) => (isKnown(action) ? t(actionLabels[action]) : action.replaceAll('_', ' '));
}
