import { inScope } from '../../server/context.ts';
import { refundIntent } from '../../server/features/payments/ledger.ts';
import type { SubscriptionState } from '../../contract/values.ts';
import { planDonor } from './donors.ts';
import { seededKey, type Member } from './members.ts';
import { planPhone, syncPhone } from './phones.ts';
import { sendRequest, visitPage } from './requests.ts';
import { DAY, MINUTE } from './provider-faults.ts';
import { DAYS, type YearWorld } from './world.ts';

interface Choice {
  package_id: string;
  period: Member['period'];
  promo_code?: string;
}

/**
 * Buys a package with one tap, or with several taps at the same time. All requests have the idempotency key of the open
 * screen.
 */
async function buy(
  world: YearWorld,
  member: Member,
  choice: Choice,
  key = seededKey(world.chance),
  tries = 0,
): Promise<void> {
  const { chance } = world;
  const taps = chance.happens(0.12) ? 2 + chance.below(3) : 1;
  world.counts.taps += taps;
  const send = () => sendRequest(world, member, '/api/subscription/package_purchase/', choice, key);
  const replies = await Promise.all(Array.from({ length: taps }, send));
  const { status, body } = replies.at(-1)!;
  world.note(`buys with ${taps} taps: ${status} ${status === 200 ? '' : (body as { code: string }).code}`, member.id);
  if (status !== 200) return;
  // The phone repeats a request whose reply was lost. The member tries again if there was no payment page.
  const isLost = chance.happens(0.05);
  const url = isLost ? '' : (body as string);
  if (url === '' && tries < 3)
    world.schedule((1 + chance.below(30)) * MINUTE, () => buy(world, member, choice, key, tries + 1));
  if (url.startsWith('https://pay.example/')) visitPage(world, member, url, () => buy(world, member, choice));
}

function choose(world: YearWorld, member: Member, isOtherPackage: boolean): Choice {
  const { chance, shop } = world;
  const period = chance.happens(0.8) ? member.period : chance.pick(['month', 'quarter', 'half_year', 'year'] as const);
  return { package_id: shop.packages[isOtherPackage ? 1 : 0]!.id, period };
}

async function setAutoPay(world: YearWorld, member: Member, auto_pay: boolean | undefined): Promise<void> {
  const body = auto_pay === undefined ? {} : { auto_pay };
  const key = seededKey(world.chance);
  const requestCount = world.chance.happens(0.1) ? 2 : 1;
  for (let index = 0; index < requestCount; index += 1) {
    const { status } = await sendRequest(world, member, '/api/subscription/info/', body, key);
    world.note(`sets auto-pay to ${auto_pay ?? 'its opposite'}: ${status}`, member.id);
  }
}

/**
 * Refunds a payment, either on the provider's own site or at an employee's request in the app, which is sometimes sent
 * twice.
 */
async function refund(world: YearWorld, member: Member): Promise<void> {
  const { chance, provider, server } = world;
  const paid = provider.paymentsOf(member.id).filter(({ state }) => state === 'succeeded');
  if (paid.length === 0) return;
  const payment = chance.pick(paid);
  world.counts.refunds += 1;
  if (chance.happens(0.5)) return provider.refundPayment(payment);
  for (let index = 0; index < (chance.happens(0.3) ? 2 : 1); index += 1) {
    const result = await inScope(server.deps, server.deps.scope, (context) => refundIntent(context, payment.intent.id));
    world.note(`asks for a refund of ${world.nameOf(payment.intent)}: ${result}`, member.id);
  }
}

const actions = {
  buy: (world, member) => buy(world, member, choose(world, member, world.chance.happens(0.3))),
  discount: (world, member) => {
    const promo_code = world.shop.discount.code;
    return buy(world, member, { ...choose(world, member, false), promo_code });
  },
  trial: (world, member) => buy(world, member, { ...choose(world, member, false), promo_code: world.shop.trial.code }),
  /** The member buys on two screens or devices at the same time. Each purchase has its own idempotency key. */
  buy_twice: async (world, member) => {
    const first = choose(world, member, false);
    await Promise.all([
      buy(world, member, first),
      buy(world, member, choose(world, member, world.chance.happens(0.5))),
    ]);
  },
  change: (world, member) => buy(world, member, choose(world, member, world.chance.happens(0.7))),
  cancel: (world, member) => setAutoPay(world, member, false),
  resume: (world, member) => setAutoPay(world, member, true),
  toggle: (world, member) => setAutoPay(world, member, undefined),
  refund,
  card: async (world, member) => {
    member.card = world.chance.pick(['good', 'declined', 'confirm'] as const);
    world.note(`has a card that is ${member.card}`, member.id);
  },
  sync: (world, member) => syncPhone(world, member),
} satisfies Record<string, (world: YearWorld, member: Member) => Promise<void>>;

type Action = keyof typeof actions;

const noPayments = {
  buy: 0,
  discount: 0,
  trial: 0,
  buy_twice: 0,
  change: 0,
  cancel: 0,
  resume: 0,
  toggle: 0,
  refund: 0,
};
const anyTime = { card: 3, sync: 3 };

/** Relative frequencies of the actions of members, by the state of their subscription. */
const habits: Record<SubscriptionState, Record<Action, number>> = {
  none: { ...noPayments, ...anyTime, buy: 30, discount: 6, trial: 6, buy_twice: 3, cancel: 1 },
  pending_payment: { ...noPayments, ...anyTime, buy: 12, trial: 2, discount: 3, cancel: 1 },
  active: {
    ...noPayments,
    ...anyTime,
    buy: 4,
    change: 6,
    cancel: 6,
    toggle: 2,
    refund: 3,
    buy_twice: 2,
    resume: 1,
    card: 4,
  },
  cancelling: { ...noPayments, ...anyTime, buy: 5, resume: 8, toggle: 2, refund: 3, discount: 2, buy_twice: 1 },
  past_due: { ...noPayments, ...anyTime, buy: 8, cancel: 3, card: 6, change: 2, refund: 2, toggle: 1 },
  expired: { ...noPayments, ...anyTime, buy: 10, discount: 2, refund: 3, trial: 1, resume: 1 },
};

async function act(world: YearWorld, member: Member): Promise<void> {
  const name = world.chance.pickWeighted(habits[member.state]);
  world.note(`action ${name}`, member.id);
  await actions[name](world, member);
}

/** Maximum number of actions of a member in a year after the first action. */
const MAX_ACTIONS = 3;

/**
 * Plans the actions of each member in the year, starting on a random day. Some members do two actions within minutes.
 */
export function planYear(world: YearWorld): void {
  const { chance } = world;
  for (const member of world.members) {
    const first = chance.next() * DAYS * DAY;
    world.schedule(first, () => act(world, member));
    planPhone(world, member, first);
    if (member.donor) planDonor(world, member, member.donor);
    const count = chance.below(MAX_ACTIONS + 1);
    for (let index = 0; index < count; index += 1) {
      const ms = first + chance.next() * (DAYS * DAY - first);
      world.schedule(ms, () => act(world, member));
      if (chance.happens(0.1)) world.schedule(ms + chance.next() * 3 * MINUTE, () => act(world, member));
    }
  }
}
