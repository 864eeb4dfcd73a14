import type { Chance } from '../simulation/rng.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * What happens to a call to the provider. `lost` and `down`: it does not arrive. The other faults happen after the
 * provider has acted: its reply is lost, arrives after the time limit, or is an error, which the provider then repeats
 * under the same idempotency key.
 */
export type CallOutcome = 'fine' | 'down' | 'lost' | 'reply_lost' | 'slow' | 'error';

/** How many of the provider's faults a seed has. */
const strengths = { calm: 0, rainy: 1, stormy: 3 } as const;
type Strength = keyof typeof strengths;

/** The faults of the provider and of the network to it, drawn from the seed. */
export class Weather {
  readonly strength: Strength;
  /** Times during which the provider does not respond, ms. */
  readonly outages: { from: number; to: number }[] = [];
  private readonly chance: Chance;
  private hasEnded = false;

  constructor(chance: Chance, start: number, days: number) {
    this.chance = chance;
    this.strength = chance.weighted({ calm: 1, rainy: 3, stormy: 4 });
    const count = strengths[this.strength] * 2;
    for (let index = 0; index < count; index += 1) {
      const from = start + chance.next() * days * DAY;
      // Most outages last for some hours, and a few for longer than an intent is open.
      const hours = chance.happens(0.15) ? 20 + chance.below(16) : 1 + chance.below(10);
      this.outages.push({ from, to: from + hours * HOUR });
    }
  }

  end(): void {
    this.hasEnded = true;
  }

  private happens(probability: number): boolean {
    return !this.hasEnded && this.chance.happens(probability * strengths[this.strength]);
  }

  isDown(now: number): boolean {
    return !this.hasEnded && this.outages.some(({ from, to }) => from <= now && now < to);
  }

  callOutcome(now: number): CallOutcome {
    // The last call before an outage often has an effect, and its reply is lost.
    if (this.isDown(now)) return this.happens(0.02) ? 'reply_lost' : 'down';
    if (!this.happens(0.06)) return 'fine';
    return this.chance.weighted({ lost: 2, reply_lost: 4, slow: 2, error: 2 });
  }

  /** Returns after which delays, in ms, a webhook arrives; empty if it is lost. `isKept`: it arrives at least once. */
  deliveries(isKept: boolean): number[] {
    if (!isKept && this.happens(0.05)) return [];
    const copies = this.happens(0.06) ? 2 + this.chance.below(2) : 1;
    return Array.from({ length: copies }, () => {
      if (this.happens(0.02)) return this.chance.next() * 3 * DAY;
      return this.happens(0.08) ? this.chance.next() * 5 * HOUR : 500 + this.chance.next() * 20_000;
    });
  }

  /** Whether the payment page charges an amount other than the one with which it was opened. */
  chargesOtherAmount(): boolean {
    return this.happens(0.008);
  }

  /** Whether a charge takes days until its outcome is known. */
  isSlowCharge(): boolean {
    return this.happens(0.02);
  }

  /** By how many ms the job that renews subscriptions is late: a minute at most, or hours if the server is down. */
  lateness(): number {
    return this.happens(0.02) ? this.chance.next() * 6 * HOUR : this.chance.next() * MINUTE;
  }
}
