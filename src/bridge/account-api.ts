import type { ProfilePatch } from '../../contract/api-calls/profile.ts';
import type { RegisterBody, RegistrationCheck } from '../../contract/api-calls/registration.ts';
import type { FlowActions } from './flow-api.ts';
import type { ImportActions } from './import-api.ts';
import type { StaffActions } from './staff-api.ts';
import type { DonationFrequency, DonationPurpose, SubscriptionPeriod } from '../../contract/values.ts';
import type { ActionResult, CommentsResult, Failure, LoginResult, PaymentUrl, PromoResult } from './results.ts';

export type LinkKind = 'password_reset' | 'credentials' | 'link_stop';

export interface PackageChoice {
  package_id: string;
  period: SubscriptionPeriod;
  /**
   * If absent, the server applies the discount that was entered at registration, if there is one. An empty string
   * rejects that discount.
   */
  promo_code?: string;
}

/** A donation by card. Requests with the same id are the same donation. */
export interface CardDonation {
  id: string;
  /** Amount without the fee. The server adds the fee if the donor covers it. */
  amount_cents: number;
  frequency: DonationFrequency;
  purpose: DonationPurpose;
  /** Describes the purpose if it is `other`. */
  purpose_text: string;
  cover_fee: boolean;
  comment: string;
  is_anonymous: boolean;
}

/**
 * Account actions. They need the network and are never queued: some send a password, which must not be stored, and the
 * others need a response at once.
 */
export interface AccountActions extends StaffActions, FlowActions, ImportActions {
  /** Registers an account and prepares its database, as a login does. */
  register(body: RegisterBody): Promise<LoginResult>;
  /**
   * Checks those values of the registration form that only the server can check. If an email address or phone number is
   * taken, or a promo code is not available, the result is the failure `refused`. Has a short timeout.
   */
  checkRegistration(entries: RegistrationCheck): Promise<ActionResult>;
  /** Returns the URL for registration; null if it is the built-in page. Has a short timeout. */
  registrationLink(): Promise<{ ok: true; link: string | null } | Failure>;
  /** Returns the URL of the Telegram bot; null if there is none. Has a short timeout. */
  telegramLink(): Promise<{ ok: true; link: string | null } | Failure>;
  /** Logs in with a token of the Telegram bot. */
  loginByToken(token: string): Promise<LoginResult>;
  recover(email: string): Promise<ActionResult>;
  /** Returns how long a link remains valid, without consuming it. */
  checkLink(kind: LinkKind, token: string): Promise<{ ok: true; left_s: number } | Failure>;
  resetPassword(token: string, password: string): Promise<ActionResult>;
  /** Consumes a login link and, if given, sets a new password. Can be retried after an error. */
  loginByLink(token: string, password: string | null): Promise<LoginResult>;
  /** Runs the action "This was not me": ends a login link and every session that was started with it. */
  stopLink(token: string): Promise<ActionResult>;
  changePassword(old_password: string, password: string): Promise<ActionResult>;
  /** Sends a code that confirms a new email address or phone number. */
  sendCode(contact: { email: string } | { phone: string }): Promise<ActionResult>;
  updateProfile(patch: ProfilePatch): Promise<ActionResult>;
  deleteAccount(password: string): Promise<ActionResult>;
  /** Cancels the scheduled deletion of the account. */
  keepAccount(): Promise<ActionResult>;
  /**
   * Buys a package, or chooses it for the next period. A call that is repeated with the same key has no further effect.
   */
  buyPackage(choice: PackageChoice, key: string): Promise<PaymentUrl>;
  /** Fetches how a promo code changes the price of a package. */
  checkPromo(choice: Required<PackageChoice>): Promise<PromoResult>;
  /** Donates by card. A call that is repeated with the same id has no further effect. */
  donate(donation: CardDonation): Promise<PaymentUrl>;
  /** Fetches the server's public key, which a browser needs to subscribe to push messages. */
  pushKey(): Promise<{ ok: true; key: string } | Failure>;
  /** Starts sending the user's notifications to this browser. */
  subscribePush(subscription: { endpoint: string; p256dh: string; auth: string }): Promise<ActionResult>;
  /** Stops sending notifications to this browser. */
  unsubscribePush(): Promise<ActionResult>;
  /**
   * Fetches the people whom a person of the user's team invited, or whom the user invited if the id is null. With
   * `more`, adds the next page to the pages on this device.
   */
  fetchBranch(id: string | null, more: boolean): Promise<ActionResult>;
  /** Fetches a page of the comments of a discussion that are older than the comment `before`, newest first. */
  fetchOlderComments(thread: string, before: string): Promise<CommentsResult>;
}

export type AccountAction = keyof AccountActions;
