import type { ProfilePatch } from '../../contract/calls/profile.ts';
import type { RegisterBody } from '../../contract/calls/registration.ts';
import type { StaffActions } from './staff-api.ts';
import type { Done, Failure, LoginResult } from './sync-api.ts';

export type LinkKind = 'password_reset' | 'credentials';

/** What a person does with the own account. Online only and never queued: most of it carries a password. */
export interface AccountActions extends StaffActions {
  /** Registers and leaves the account's database ready to open, as a log-in does. */
  register(body: RegisterBody): Promise<LoginResult>;
  /** Where registration leads; null for our own page. Waits a moment only. */
  registrationLink(): Promise<{ ok: true; link: string | null } | Failure>;
  /** Where the Telegram bot is; null where there is none. Waits a moment only. */
  telegramLink(): Promise<{ ok: true; link: string | null } | Failure>;
  /** Logs in by a token of the Telegram bot. */
  loginByToken(token: string): Promise<LoginResult>;
  recover(email: string): Promise<Done>;
  /** How long a link is good for, without spending it. */
  checkLink(kind: LinkKind, token: string): Promise<{ ok: true; left_s: number } | Failure>;
  resetPassword(token: string, password: string): Promise<Done>;
  /** Spends a link that lets somebody in, and sets a new password where one is given. May be tried again after a fault. */
  loginByLink(token: string, password: string | null): Promise<LoginResult>;
  changePassword(old_password: string, password: string): Promise<Done>;
  /** Mails a code that confirms a new address or number. */
  sendCode(contact: { email: string } | { phone: string }): Promise<Done>;
  updateProfile(patch: ProfilePatch): Promise<Done>;
  deleteAccount(password: string): Promise<Done>;
  keepAccount(): Promise<Done>;
}

export type AccountAction = keyof AccountActions;
