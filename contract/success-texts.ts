/**
 * The English texts of successful calls. Screens show the same texts; locales/ contains the translations. Lingui
 * collects the texts through lingui.config.ts.
 */
export const successTexts = {
  done: 'Operation successful',
  changes_saved: 'Changes saved',
  deleted: 'Deleted successfully',
  logged_in: 'Logged in',
  logged_out: 'Logged out',
  password_changed: 'Password changed successfully',
  profile_updated: 'Profile successfully updated',
  link_copied: 'Link copied',
  message_sent: 'Message sent successfully',
  contact_saved: 'Contact saved',
  task_created: 'Task created',
  task_known: 'You already have this task',
  ticket_created: 'Ticket created successfully',
  ticket_rejected: 'Ticket rejected successfully',
  donation_created: 'Donation created',
  lead_created: 'Lead created',
  partner_created: 'Partner created',
  lead_settings_updated: 'Lead settings updated',
  tag_added: 'Tag added to lead',
  user_rejected: 'User rejected successfully',
  user_created: 'User successfully created',
  user_updated: 'User successfully updated',
  consultant_blocked: 'Consultant blocked successfully',
  consultant_unblocked: 'Consultant unblocked successfully',
  consultant_settings_updated: 'Consultant settings updated successfully',
} as const satisfies Readonly<Record<string, string>>;

export type SuccessCode = keyof typeof successTexts;
