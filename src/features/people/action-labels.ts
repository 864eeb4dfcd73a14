import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

// What the server notes down about an account. A name that this version does not know is shown as it is.
const words: Record<string, MessageDescriptor> = {
  registered: msg`Registered`,
  login: msg({ message: 'Logged in', context: 'what happened' }),
  login_failed: msg`A try to log in failed`,
  login_by_link: msg`Logged in by a link`,
  login_by_bot: msg`Logged in by Telegram`,
  logout: msg({ message: 'Logged out', context: 'what happened' }),
  register_refused: msg`A registration was refused`,
  password_changed: msg`Password changed`,
  password_reset: msg`Password set by a link`,
  reset_link_mailed: msg`A link for a new password was mailed`,
  contact_changed: msg`Email or phone changed`,
  credentials_link_made: msg`A login link was made`,
  credentials_link_used: msg`A login link was used`,
  credentials_set: msg`Password set by a login link`,
  device_revoked: msg`A device was logged out`,
  deletion_asked: msg`Asked for the account to be deleted`,
  deletion_taken_back: msg`Kept the account after all`,
  account_erased: msg`Personal details were erased`,
  person_created: msg({ message: 'Added', context: 'history of a person' }),
  person_status: msg`Status changed`,
  person_taken: msg({ message: 'Taken', context: 'action log' }),
  person_given: msg({ message: 'Given to somebody else', context: 'action log' }),
  person_rejected: msg`Back among those who wait`,
  person_message: msg`Message sent`,
  person_settings: msg`Details changed`,
  person_edited: msg`Details changed`,
  person_removed: msg`Removed`,
  blocked: msg({ message: 'Blocked', context: 'what happened' }),
  unblocked: msg`Let in again`,
};

/** What a line of the action log says. */
export function useActionWords(): (action: string) => string {
  const { t } = useLingui();
  return (action) => {
    const known = Object.hasOwn(words, action) ? words[action] : undefined;
    return known ? t(known) : action.replaceAll('_', ' ');
  };
}
