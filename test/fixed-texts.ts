/**
 * Texts whose wording is given by the specification, for the features that exist. Each is translated into all three
 * languages.
 */
export const fixedTexts = [
  // Validation.
  'Please, fill this field',
  'This field cannot be empty',
  'Please, fill all fields',
  'Please, fill both fields',
  'Please, fill empty fields',
  'Please, fill all necessary fields',
  'Please, select employee',
  'Please, select tag',
  'Please, select start time',
  'Incorrect time from and time to',
  'Phone is incorrect',
  'Please, enter valid email address',
  'Email is already in use',
  'Phone is already in use',
  // Errors.
  'Wrong email or password',
  'Wrong phone or password',
  'Error, email is in use or promo code is not available',
  'Link has expired',
  'User is already taken by another employee',
  'Ticket is already taken by another employee',
  'Copy error',
  'An error occurred',
  // Success.
  'Password changed successfully',
  'Link copied',
  'Deleted successfully',
  'Task created',
  'Ticket created successfully',
  'Message sent successfully',
  'Operation successful',
  'Consultant blocked successfully',
  'Consultant unblocked successfully',
  'Consultant settings updated successfully',
  'Lead created',
  'Tag added to lead',
  'Contact saved',
  'Lead settings updated',
  'Changes saved',
  'User rejected successfully',
  'Ticket rejected successfully',
  'Profile successfully updated',
  // Session.
  'Logged in',
  'Logged out',
  'Loading',
  'Add to home screen',
] as const;
