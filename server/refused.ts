import { Refused, type ErrorCode } from '../contract/errors.ts';

/** A refusal that shows the record as it stands now: 409 of a state, 412 of a version. */
export class RefusedWithRow extends Refused {
  readonly row: unknown;
  readonly rev: number | undefined;
  constructor(code: ErrorCode, row: unknown, rev?: number, fields?: Record<string, unknown>) {
    super(code, fields);
    this.row = row;
    this.rev = rev;
  }
}

/** A refusal after which the transaction is kept: a failed login is counted, a stolen chain of tokens is revoked. */
export class RefusedAndKept extends Refused {
  readonly retry_after_s: number | undefined;
  constructor(code: ErrorCode, retry_after_s?: number) {
    super(code);
    this.retry_after_s = retry_after_s;
  }
}
