import { sql, type Selectable } from 'kysely';
import { GRACE_MS } from '../../contract/entitlement.ts';
import { isRenewing } from '../../contract/states/subscription.ts';
import { isSubscribed } from '../../server/features/subscription/entitlement.ts';
import type { SubscriptionLinesTable, SubscriptionsTable } from '../../server/db/subscription-tables.ts';
import type { User } from '../../server/db/tables.ts';
import { checkDonor } from './donors.ts';
import type { Member } from './members.ts';
import type { Payment } from './provider.ts';
import { planRenewal } from './timers.ts';
import type { YearWorld } from './world.ts';

type PaidLine = Pick<Selectable<SubscriptionLinesTable>, 'id' | 'amount_cents' | 'promo_code'> &
  Record<'from_at' | 'until_at', string>;
type SubscriptionRow = Selectable<SubscriptionsTable>;

const hasMovedMoney = ({ state }: Payment) => state === 'succeeded' || state === 'refunded';

/**
 * Checks that there is at most one charge for each intent, and at most one renewal charge for each end of a paid
 * period.
 */
function checkCharges(world: YearWorld, member: Member): void {
  const moved = world.provider.paymentsOf(member.id).filter(hasMovedMoney);
  const counts = new Map<string, number>();
  for (const { intent } of moved) {
    const subjects = [world.nameOf(intent), ...(intent.is_off_session ? [intent.subject_id] : [])];
    for (const subject of subjects) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  }
  for (const [subject, count] of counts)
    if (count > 1) world.report('one charge', `${count} charges for ${subject}`, member.id);
}

/** Checks that each paid period has a charge whose amount is the price of the period. */
function checkLines(world: YearWorld, member: Member, { paid }: Rows): void {
  for (const { id, amount_cents, promo_code } of paid) {
    if (amount_cents === 0 && promo_code === world.shop.trial.code) continue;
    const charge = world.provider
      .paymentsOf(member.id)
      .find((payment) => payment.intent.id === id && hasMovedMoney(payment));
    if (charge?.amount_cents === amount_cents) continue;
    const paidCents = charge?.amount_cents ?? 'nothing';
    world.report('period and charge', `${paidCents} was paid for a period of ${amount_cents}`, member.id);
  }
}

/** Checks that the paid periods of a member do not overlap, and that the subscription ends with the last period. */
function checkPeriods(world: YearWorld, member: Member, { paid, row }: Rows): void {
  const until = row?.until ?? null;
  for (const [index, { from_at }] of paid.entries())
    if (index > 0 && paid[index - 1]!.until_at > from_at)
      world.report('charge and period', `periods overlap at ${from_at}`, member.id);
  const last = paid.at(-1)?.until_at;
  if (last !== undefined && until !== null && last !== until && until > world.agenda.iso)
    world.report('access', `ends at ${until}, and the last paid period at ${last}`, member.id);
}

const iso = (instant: string) => new Date(instant).toISOString();

const noRoles = { is_staff: false, is_manager: false, is_superuser: false, is_active: true };

type Columns = Pick<User, 'subscribed_until' | 'grace_until'> &
  Pick<SubscriptionRow, 'until' | 'next' | 'next_try_at' | 'pending_until' | 'reminded_days'>;

/** Returns the rows of a member. One statement takes half the time of four. */
async function rowsOf({ server }: YearWorld, { id }: Member) {
  const { db, deps } = server;
  const { rows } = await sql<
    Columns & { state: SubscriptionRow['state'] | null; lines: PaidLine[] | null; is_open: boolean }
  >`select u.subscribed_until, u.grace_until, s.state, s.until, s.next, s.next_try_at, s.pending_until, s.reminded_days,
      (select json_agg(json_build_object('id', l.id, 'from_at', l.from_at, 'until_at', l.until_at,
          'amount_cents', l.amount_cents, 'promo_code', l.promo_code) order by l.from_at)
        from subscription_lines l where l.scope = u.scope and l.user_id = u.id and l.status = 'paid') as lines,
      exists (select 1 from payment_intents i where i.scope = u.scope and i.user_id = u.id
        and (i.state in ('created', 'pending') or (i.state = 'expired' and i.provider_id is not null
          and (i.checked_at is null or i.checked_at < i.expires_at)))) as is_open
    from users u left join subscriptions s on s.scope = u.scope and s.user_id = u.id
    where u.scope = ${deps.scope} and u.id = ${id}`.execute(db);
  const { subscribed_until, grace_until, lines, is_open, state, ...subscription } = rows[0]!;
  return {
    user: { ...noRoles, subscribed_until, grace_until },
    row: state === null ? null : { ...subscription, state },
    paid: (lines ?? []).map((line) => ({ ...line, from_at: iso(line.from_at), until_at: iso(line.until_at) })),
    is_open,
  };
}

type Rows = Awaited<ReturnType<typeof rowsOf>>;

/**
 * Checks that a member has access exactly during a paid period, during a free trial, and during the grace period after
 * one of them while the renewal is being retried. `isEntitled` is the access that the server has just reported to a
 * device.
 */
function checkAccess(world: YearWorld, member: Member, { user, row, paid }: Rows, isEntitled?: boolean): void {
  const now = world.agenda.iso;
  const isPaid = paid.some(({ from_at, until_at }) => from_at <= now && now < until_at);
  const isInGrace =
    row !== null &&
    isRenewing(row.state) &&
    paid.some(({ until_at }) => until_at <= now && world.now < Date.parse(until_at) + GRACE_MS);
  const hasAccess = isSubscribed(user, now);
  if (isPaid && !hasAccess) world.report('charge and period', 'has no access during a paid period', member.id);
  if (hasAccess && !isPaid && !isInGrace) world.report('access', 'has access without a charge or a grace', member.id);
  if (isEntitled !== undefined && isEntitled !== (isPaid || isInGrace))
    world.report(
      'access',
      `the server told a device ${isEntitled} about a subscription ${isPaid ? 'that is paid' : ''}`,
      member.id,
    );
}

/** Checks the access that a response has reported to a device. */
export async function checkReply(world: YearWorld, member: Member, isEntitled: boolean): Promise<void> {
  checkAccess(world, member, await rowsOf(world, member), isEntitled);
}

/** Checks a member after a step, and plans the next time at which the renewal job must process the member. */
export async function checkMember(world: YearWorld, member: Member): Promise<void> {
  const rows = await rowsOf(world, member);
  checkCharges(world, member);
  checkLines(world, member, rows);
  checkPeriods(world, member, rows);
  checkAccess(world, member, rows);
  member.state = rows.row?.state ?? 'none';
  if (rows.is_open) world.unsettled.add(member);
  else world.unsettled.delete(member);
  if (rows.row) planRenewal(world, member, rows.row);
  if (member.donor) await checkDonor(world, member, member.donor);
}
