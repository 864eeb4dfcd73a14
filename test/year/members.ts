import { uuidv7 } from 'uuidv7';
import type { Me } from '../../contract/entities/me.ts';
import type {
  RecurringFrequency,
  RecurringDonationState,
  SubscriptionPeriod,
  SubscriptionState,
} from '../../contract/values.ts';
import type { Db } from '../../server/db/tables.ts';
import type { Chance } from '../simulation/rng.ts';
import { makeUser } from '../helpers/server.ts';
import { DAY } from './provider-faults.ts';

/** The data that is stored on a member's phone. */
interface Phone {
  me: Pick<Me, 'is_subscribed' | 'subscribed_until'> | null;
  /** The server's time in its last response. */
  server_time: string | null;
  /** Error of the phone's clock in ms. */
  skew: number;
}

/** The recurring card donation of a member. */
export interface RecurringDonor {
  /** Id of the first donation, which is also the id of the recurring donation. */
  id: string;
  frequency: RecurringFrequency;
  amount_cents: number;
  /** Whether the donor also pays the card fee. */
  covers_fee: boolean;
  /** The states that the recurring donation has had. The first one begins with the first payment. */
  states: { at: number; state: RecurringDonationState; by: 'donor' | 'server' }[];
  /** Whether the donor has changed the state in the current step. */
  hasCommanded: boolean;
  /** How often the charge due on one date was repeated because its outcome was unknown. */
  retries: number;
  /** Time in ms for which the next run of the job that charges the donation is planned; null if none is planned. */
  planned_at: number | null;
}

/** A member of the simulated year. */
export interface Member {
  name: string;
  id: string;
  token: string;
  /** The outcome of charges to the member's card. `confirm`: the bank requires a confirmation by the payer. */
  card: 'good' | 'declined' | 'confirm';
  phone: Phone;
  /** The state of the member's subscription after the last step that concerned the member. */
  state: SubscriptionState;
  /** Number of times that the renewal was repeated because its outcome was unknown. */
  retries: number;
  /** Time in ms for which the next run of the renewal job for this member is planned; null if none is planned. */
  planned_at: number | null;
  /** The period that the member usually buys. */
  period: SubscriptionPeriod;
  /** Null if the member has no recurring donation. */
  donor: RecurringDonor | null;
}

/** One in this many members has a recurring donation. */
const MEMBERS_PER_DONOR = 20;

function makeDonor(chance: Chance): RecurringDonor {
  return {
    id: seededKey(chance),
    frequency: chance.pickWeighted({ monthly: 8, quarterly: 2, yearly: 0 }),
    ...{ amount_cents: 100 * (5 + chance.below(50)), covers_fee: chance.happens(0.5) },
    ...{ states: [], hasCommanded: false, retries: 0, planned_at: null },
  };
}

/** Returns an idempotency key in the format of UUIDv7 that depends only on the seed. */
export function seededKey(chance: Chance): string {
  const hex = (digits: number) => Array.from({ length: digits }, () => chance.below(16).toString(16)).join('');
  return `0198c000-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(12)}`;
}

const TOKEN_LIFETIME_S = (400 * DAY) / 1000;

/** Creates the accounts of a scope. None of them has a usable password. */
export async function makeMembers(
  db: Db,
  { scope, count, chance, now }: { scope: string; count: number; chance: Chance; now: Date },
  issue: (claims: { sub: string; ver: number; scp: string; fam: string }, seconds: number) => Promise<string>,
): Promise<Member[]> {
  const members: Member[] = [];
  for (let index = 1; index <= count; index += 1) {
    const fields = { password_hash: 'none', subscribed_until: null };
    const user = await makeUser(db, scope, now, fields);
    const claims = { sub: user.id, ver: user.token_version, scp: scope, fam: uuidv7() };
    members.push({
      name: `m${String(index).padStart(2, '0')}`,
      id: user.id,
      token: await issue(claims, TOKEN_LIFETIME_S),
      card: 'good',
      phone: { me: null, server_time: null, skew: 0 },
      state: 'none',
      retries: 0,
      planned_at: null,
      period: chance.pickWeighted({ week: 0.5, month: 8, quarter: 25, half_year: 60, year: 60 }),
      donor: index % MEMBERS_PER_DONOR === 1 ? makeDonor(chance) : null,
    });
  }
  return members;
}
