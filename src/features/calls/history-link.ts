import { linkOptions } from '@tanstack/react-router';

/**
 * Returns a link to the screen with the history of a call: that of the contact or person, or home for a bare number.
 */
export function historyLink({ contact_id, user_id }: { contact_id: string | null; user_id: string | null }) {
  if (contact_id !== null) return linkOptions({ to: '/contacts/$contactId', params: { contactId: contact_id } });
  if (user_id !== null) return linkOptions({ to: '/user/view-details/$personId', params: { personId: user_id } });
  return linkOptions({ to: '/' });
}
