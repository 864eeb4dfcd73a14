import { personSearchText } from '../../../contract/search/lines.ts';
import { randomInt } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { RegisterBody, RegistrationCheck } from '../../../contract/api-calls/registration.ts';
import { Refused } from '../../../contract/errors.ts';
import { isEmployee } from '../../../contract/roles.ts';
import { addressPrefix } from '../../address.ts';
import { addAuditEntry } from '../../audit.ts';
import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { Db, Tx, User } from '../../db/tables.ts';
import { sqlState } from '../../db/transaction.ts';
import type { SelfTransactionalHandler, HandlerContext, RequestFacts } from '../../handlers.ts';
import { RefusedForNow } from '../../http/with-current-row.ts';
import { countRequest } from '../../request-limit.ts';
import { blankUser } from './blank-user.ts';
import { openSession } from './open-session.ts';
import { addJob } from '../../jobs/queue.ts';
import { notRemovedOrBlocked } from '../contacts/visible.ts';
import { pokePersonViewers } from '../people/transfer-access.ts';
import { addTimelineEvent } from '../people/timeline-repository.ts';
import { joinTeam } from '../team/counts.ts';
import { lockPromo } from '../subscription/promo.ts';
import { applyPromo } from '../subscription/trial.ts';
import { checkNewPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { fullName } from './rows.ts';
import type { Auth } from './sessions.ts';

/** Characters of promo codes, without characters that look alike. */
const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

type Context = Omit<HandlerContext, 'caller'>;

export const newPromoCode = (): string =>
  Array.from({ length: 8 }, () => codeAlphabet[randomInt(codeAlphabet.length)] ?? '').join('');

/**
 * Throws `email_taken` or `phone_taken` if another account uses the email address or phone number; if both are taken,
 * the error names both fields. The account with the id `exceptId` is ignored.
 */
export async function rejectTaken(
  db: Db | Tx,
  scope: string,
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
  exceptId: string | null = null,
): Promise<void> {
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'email', 'phone'])
    .where('scope', '=', scope)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('email', '=', email ?? null), eb('phone', '=', phone ?? null)]))
    .execute();
  const others = accounts.filter(({ id }) => id !== exceptId);
  const isEmail = email !== undefined && others.some((user) => user.email === email);
  const isPhone = phone !== undefined && others.some((user) => user.phone === phone);
  if (!isEmail && !isPhone) return;
  const fields = { ...(isEmail && { email: 'email_taken' }), ...(isPhone && { phone: 'phone_taken' }) };
  throw new Refused(isEmail ? 'email_taken' : 'phone_taken', fields);
}

/** Returns the user whose promo code was entered as a referral. The user must be active. Throws `promo_unavailable`. */
async function referrerOf({ tx, scope }: Context, code: string | undefined): Promise<User | null> {
  if (code === undefined) return null;
  const referrer = await tx
    .selectFrom('users as u')
    .selectAll('u')
    .where('u.scope', '=', scope)
    .where('u.promo_code', '=', code)
    .where(notRemovedOrBlocked('u'))
    .executeTakeFirst();
  if (!referrer) throw new Refused('promo_unavailable', { referral_promo_code: 'promo_unavailable' });
  return referrer;
}

/**
 * Checks the entries that only the server can check. Returns the referrer and the locked promo code. Throws
 * `email_taken`, `phone_taken` or `promo_unavailable`.
 */
async function checkEntries(context: Context, entries: RegistrationCheck) {
  await rejectTaken(context.tx, context.scope, entries);
  const referrer = await referrerOf(context, entries.referral_promo_code);
  const promo = entries.promo_code ? await lockPromo(context, entries.promo_code, null) : null;
  return { referrer, promo };
}

/** Adds a member. A new member waits in the pool for an employee, unless an employee has invited them. */
async function addMember(context: Context, body: RegisterBody, password_hash: string): Promise<User> {
  const { tx, scope, received_at: at } = context;
  const { first_name, last_name, email, phone, language, country = null } = body;
  const [promo_code, referral_promo_code] = [body.promo_code ?? undefined, body.referral_promo_code ?? undefined];
  const { referrer, promo } = await checkEntries(context, { email, phone, promo_code, referral_promo_code });
  const responsible_id = referrer && isEmployee(referrer) ? referrer.id : null;
  const rev = await context.nextRev();
  const user = await tx
    .insertInto('users')
    .values({
      ...blankUser,
      scope,
      id: uuidv7(),
      rev,
      created_at: at,
      updated_at: at,
      consent_at: at,
      source: 'registration',
      first_name,
      last_name,
      email,
      phone,
      search: personSearchText({ ...body, telegram: null, city: null }),
      language,
      country,
      time_zone: body.time_zone ?? 'UTC',
      password_hash,
      promo_code: newPromoCode(),
      referrer_id: referrer?.id ?? null,
      responsible_id,
      status: responsible_id ? 'processing' : 'waiting',
      waiting_since: responsible_id ? null : at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await joinTeam(tx, user);
  if (promo) await applyPromo(context, user.id, promo);
  await addTimelineEvent(context, {
    person_id: user.id,
    kind: 'created',
    by_id: null,
    detail: { source: 'registration', ...(referrer && { referrer: fullName(referrer) }) },
  });
  await pokePersonViewers(context, [responsible_id ? referrer : null], { pool: responsible_id === null });
  if (responsible_id === null) await addJob(tx, { scope, at }, 'assign_leads', {});
  return user;
}

/** Records a refused registration in the audit log, because the response reveals whether an account exists. */
async function logRefusal(deps: Deps, { code }: Refused, { ip, id }: RequestFacts): Promise<void> {
  await inScope(deps, deps.scope, ({ tx, scope, received_at: at }) =>
    addAuditEntry(tx, { scope, at, action: 'register_refused', ip, request_id: id, detail: { code } }),
  );
}

const HOUR_S = 3600;
/**
 * Maximum numbers of registrations and of refusals per IP address and hour. The limit for registrations is high
 * because, for example, all members of a course may register from one address. The limit for refusals is much lower,
 * because each refusal reveals that an account exists.
 */
const MAX_REGISTERED = 100;
const MAX_REFUSED = 10;

const limitOf = (what: string, { ip }: RequestFacts, max: number) => ({
  key: `${what} ip ${addressPrefix(ip)}`,
  max,
  window_s: HOUR_S,
});

/**
 * Records a refusal and returns the error to send. Throws `too_many_requests` instead of revealing the reason if the
 * address has reached the limit for refusals.
 */
async function refusalOf(auth: Auth, deps: Deps, error: unknown, request: RequestFacts): Promise<unknown> {
  if (!(error instanceof Refused) || error instanceof RefusedForNow) return error;
  await logRefusal(deps, error, request);
  if (auth.rate_limits) await countRequest(deps, limitOf('registration refused', request, MAX_REFUSED));
  return error;
}

const normalizeEmail = (email: string): string => email.normalize('NFC').toLowerCase();

/**
 * Checks entries of the registration form. A refusal reveals as much as the refusal of a registration, and counts
 * towards the same limit.
 */
export function checkRegistrationHandler(auth: Auth): SelfTransactionalHandler<'own.check_registration'> {
  return async ({ deps, request }, { body }) => {
    const entries = { ...body, ...(body.email !== undefined && { email: normalizeEmail(body.email) }) };
    try {
      await inScope(deps, deps.scope, (context) => checkEntries(context, entries));
      return { ok: true };
    } catch (error) {
      throw await refusalOf(auth, deps, error, request);
    }
  };
}

/** Registers a new member and logs them in. */
export function registerHandler(auth: Auth): SelfTransactionalHandler<'accounts.register'> {
  return async ({ deps, request }, { body: given }) => {
    const body = { ...given, email: normalizeEmail(given.email) };
    try {
      checkNewPassword(body.password, [body.email, body.phone, `${body.first_name}${body.last_name}`]);
      await rejectTaken(deps.db, deps.scope, body);
      const password_hash = await hashPassword(body.password);
      const { token } = await inScope(deps, deps.scope, async (context) => {
        if (auth.rate_limits)
          await countRequest({ ...deps, db: context.tx }, limitOf('registered', request, MAX_REGISTERED));
        return openSession(context, auth, await addMember(context, body, password_hash), request, 'register');
      });
      return { token };
    } catch (error) {
      // If two registrations with the same email address or phone number arrive at the same time, the unique index
      // accepts only one of them, and the other registration gets the usual error.
      const isTaken = sqlState(error) === '23505';
      const takenError = isTaken
        ? await rejectTaken(deps.db, deps.scope, body).catch((refused: unknown) => refused)
        : undefined;
      throw await refusalOf(auth, deps, takenError ?? error, request);
    }
  };
}
