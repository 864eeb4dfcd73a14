import { Refused } from '../../../contract/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

const bare = (text: string): string => text.normalize('NFC').toLowerCase();

/**
 * Rejects common passwords and the person's own name or address; the schema checks the length. Throws
 * `password_common`.
 */
export function checkNewPassword(password: string, own: readonly (string | null)[]): void {
  const said = bare(password);
  const isOwn = own.some((text) => text !== null && text !== '' && bare(text) === said);
  if (isOwn || isCommonPassword(password)) throw new Refused('password_common', { password: 'password_common' });
}
