import { createHash } from 'node:crypto';

/** The events of a schedule, line by line, and a hash that is equal for equal traces. */
export class Trace {
  readonly lines: string[] = [];
  /** The text that the hash covers. Hashing it all at once is cheaper than hashing each line. */
  private readonly hashed: string[] = [];
  private readonly now: () => number;
  private readonly begun: number;

  constructor(now: () => number) {
    this.now = now;
    this.begun = now();
  }

  /** Adds a line with the virtual time since the start of the schedule. */
  note(line: string): void {
    const at = ((this.now() - this.begun) / 1000).toFixed(3).padStart(9);
    this.lines.push(`${at} ${line}`);
    this.hashed.push(`${at} ${line}\n`);
  }

  /** Adds to the hash a state that is too long to print. */
  seal(state: string): void {
    this.hashed.push(state);
  }

  hash(): string {
    return createHash('sha256').update(this.hashed.join('')).digest('hex').slice(0, 16);
  }
}
