/** Texts whose words are fixed for the whole product, of what is there by now. Each stands in three languages. */
export const fixedTexts = [
  // Validation.
  'Please, fill this field',
  'This field cannot be empty',
  'Please, fill all fields',
  'Please, fill both fields',
  'Please, fill empty fields',
  'Please, fill all necessary fields',
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
  'Copy error',
  'An error occurred',
  // Success.
  'Password changed successfully',
  'Link copied',
  'Task created',
  'Ticket created successfully',
  'Contact saved',
  'Changes saved',
  'Profile successfully updated',
  // Session.
  'Logged in',
  'Logged out',
  'Loading',
  'Add to home screen',
] as const;
