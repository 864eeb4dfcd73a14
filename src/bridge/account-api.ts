import type { ProfilePatch } from '../../contract/api-calls/profile.ts';
import type { RegisterBody, RegistrationCheck } from '../../contract/api-calls/registration.ts';
import type { FlowActions } from './flow-api.ts';
import type { ImportActions } from './import-api.ts';
import type { StaffActions } from './staff-api.ts';
import type { DonationFrequency, DonationPurpose, SubscriptionPeriod } from '../../contract/values.ts';
import type { Done, Failure, LoginResult, PaymentUrl, PromoResult } from './results.ts';

export type LinkKind = 'password_reset' | 'credentials' | 'link_stop';

export interface PackageChoice {
  package_id: string;
  period: SubscriptionPeriod;
  /**
   * If absent, the server applies the discount that was entered at registration, if there is one; an empty string
   * declines that discount.
   */
  promo_code?: string;
}

/** A donation by card. Requests with the same id are the same donation. */
export interface CardDonation {
  id: string;
  /** The amount without the fee, which the server adds if the donor covers the fee. */
  amount_cents: number;
  frequency: DonationFrequency;
  purpose: DonationPurpose;
  /** Explains the purpose if it is `other`. */
  purpose_text: string;
  cover_fee: boolean;
  comment: string;
  is_anonymous: boolean;
}

/** Account actions. They need the network and are never queued, since most of them carry a password. */
export interface AccountActions extends StaffActions, FlowActions, ImportActions {
  /** Registers an account and prepares its database, as a login does. */
  register(body: RegisterBody): Promise<LoginResult>;
  /**
   * Checks entries of the registration form that only the server can check. The failure of a taken email address, phone
   * number or unavailable promo code is `refused`. Has a short timeout.
   */
  checkRegistration(entries: RegistrationCheck): Promise<Done>;
  /** Returns the registration URL; null for the built-in page. Has a short timeout. */
  registrationLink(): Promise<{ ok: true; link: string | null } | Failure>;
  /** Returns the URL of the Telegram bot; null if there is none. Has a short timeout. */
  telegramLink(): Promise<{ ok: true; link: string | null } | Failure>;
  /** Logs in with a token of the Telegram bot. */
  loginByToken(token: string): Promise<LoginResult>;
  recover(email: string): Promise<Done>;
  /** Returns how long a link remains valid, without consuming it. */
  checkLink(kind: LinkKind, token: string): Promise<{ ok: true; left_s: number } | Failure>;
  resetPassword(token: string, password: string): Promise<Done>;
  /** Consumes a login link and, if given, sets a new password. Can be retried after an error. */
  loginByLink(token: string, password: string | null): Promise<LoginResult>;
  /** Handles "This was not me": ends a login link and every session that was started with it. */
  stopLink(token: string): Promise<Done>;
  changePassword(old_password: string, password: string): Promise<Done>;
  /** Sends a code that confirms a new email address or phone number. */
  sendCode(contact: { email: string } | { phone: string }): Promise<Done>;
  updateProfile(patch: ProfilePatch): Promise<Done>;
  deleteAccount(password: string): Promise<Done>;
  keepAccount(): Promise<Done>;
  /** Buys a package, or chooses it for the next period. Repeating it with the same key has no further effect. */
  buyPackage(choice: PackageChoice, key: string): Promise<PaymentUrl>;
  /** Fetches the effect of a promo code on a package. */
  checkPromo(choice: Required<PackageChoice>): Promise<PromoResult>;
  /** Donates by card. Repeating it with the same id has no further effect. */
  donate(donation: CardDonation): Promise<PaymentUrl>;
  /** Fetches the server's key, for which a browser subscribes to push messages. */
  pushKey(): Promise<{ ok: true; key: string } | Failure>;
  /** Sends the user's notifications to this browser. */
  subscribePush(subscription: { endpoint: string; p256dh: string; auth: string }): Promise<Done>;
  /** Sends no more notifications to this browser. */
  unsubscribePush(): Promise<Done>;
  /**
   * Fetches the people whom a person of the user's team invited, or the user's own if the id is null. With `more`, adds
   * the next page to those on this device.
   */
  fetchBranch(id: string | null, more: boolean): Promise<Done>;
}

export type AccountAction = keyof AccountActions;
