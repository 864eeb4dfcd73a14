import type { Chance } from '../simulation/rng.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * The outcome of a call to the provider. `lost` and `down`: the call does not arrive. With the other faults, the
 * provider has acted: its reply is lost (`reply_lost`), arrives after the time limit (`slow`), or is an error
 * (`error`), which the provider then repeats for the same idempotency key.
 */
export type CallOutcome = 'fine' | 'down' | 'lost' | 'reply_lost' | 'slow' | 'error';

/** Relative number of the provider's faults in a seed. */
const frequencies = { none: 0, some: 1, many: 3 } as const;
type Frequency = keyof typeof frequencies;

/** The faults of the provider, and of the network between server and provider. They depend on the seed. */
export class ProviderFaults {
  readonly frequency: Frequency;
  /** Times in ms during which the provider does not respond. */
  readonly outages: { from: number; to: number }[] = [];
  private readonly chance: Chance;
  private hasEnded = false;

  constructor(chance: Chance, start: number, days: number) {
    this.chance = chance;
    this.frequency = chance.pickWeighted({ none: 1, some: 3, many: 4 });
    const count = frequencies[this.frequency] * 2;
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
    return !this.hasEnded && this.chance.happens(probability * frequencies[this.frequency]);
  }

  isDown(now: number): boolean {
    return !this.hasEnded && this.outages.some(({ from, to }) => from <= now && now < to);
  }

  callOutcome(now: number): CallOutcome {
    // The last call before an outage sometimes has an effect although its reply is lost.
    if (this.isDown(now)) return this.happens(0.02) ? 'reply_lost' : 'down';
    if (!this.happens(0.06)) return 'fine';
    return this.chance.pickWeighted({ lost: 2, reply_lost: 4, slow: 2, error: 2 });
  }

  /**
   * Returns the delay in ms of each delivery of a webhook, which may be delivered more than once; an empty list if it is
   * lost. With `isKept`, it is delivered at least once.
   */
  deliveries(isKept: boolean): number[] {
    if (!isKept && this.happens(0.05)) return [];
    const copies = this.happens(0.06) ? 2 + this.chance.below(2) : 1;
    return Array.from({ length: copies }, () => {
      if (this.happens(0.02)) return this.chance.next() * 3 * DAY;
      return this.happens(0.08) ? this.chance.next() * 5 * HOUR : 500 + this.chance.next() * 20_000;
    });
  }

  /** Whether the payment page charges an amount that differs from the amount of its intent. */
  chargesOtherAmount(): boolean {
    return this.happens(0.008);
  }

  /** Whether a charge takes days until its outcome is known. */
  isSlowCharge(): boolean {
    return this.happens(0.02);
  }

  /** Delay in ms of the job that renews subscriptions: at most a minute, or hours if the server is down. */
  lateness(): number {
    return this.happens(0.02) ? this.chance.next() * 6 * HOUR : this.chance.next() * MINUTE;
  }
}
