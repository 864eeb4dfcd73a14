import { createHash } from 'node:crypto';

/** The events of a schedule, one line each, and a hash of them. */
export class Trace {
  readonly lines: string[] = [];
  /** The text from which the hash is computed. Hashing all of it at the end is faster than hashing each line. */
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

  /** Adds a state that is too long to print to the hash. */
  seal(state: string): void {
    this.hashed.push(state);
  }

  hash(): string {
    return createHash('sha256').update(this.hashed.join('')).digest('hex').slice(0, 16);
  }
}
