import { Refused } from '../../../contract/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

const normalizeText = (text: string): string => text.normalize('NFC').toLowerCase();

/**
 * Rejects common passwords, and passwords that equal the person's own name, email address or phone number. The schema
 * checks the length. Throws `password_common`.
 */
export function checkNewPassword(password: string, own: readonly (string | null)[]): void {
  const candidate = normalizeText(password);
  const isOwnData = own.some((text) => text !== null && text !== '' && normalizeText(text) === candidate);
  if (isOwnData || isCommonPassword(password)) throw new Refused('password_common', { password: 'password_common' });
}
