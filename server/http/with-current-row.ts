import { Refused, type ErrorCode } from '../../contract/errors.ts';

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

/** Runs a step of the contract. A refused one shows the record as it stands. */
export function withCurrentRow<Row extends { rev: number }, T>(row: Row, step: (row: Row) => T): T {
  try {
    return step(row);
  } catch (error) {
    if (error instanceof Refused) throw new RefusedWithRow(error.code, row, row.rev, error.fields);
    throw error;
  }
}

/**
 * If-Match of another version is answered with the version there is; `read` is asked only where one was sent, and locks
 * the row, so that it is still that version when the step is taken.
 */
export async function checkVersion<Row extends { rev: number }>(
  { if_match }: { if_match: number | null },
  read: () => Row | Promise<Row>,
): Promise<void> {
  if (if_match === null) return;
  const row = await read();
  if (row.rev !== if_match) throw new RefusedWithRow('version_mismatch', row, row.rev);
}

/** A refusal after which the transaction is kept: a failed login is counted, a stolen chain of tokens is revoked. */
export class CommittedRefusal extends Refused {
  readonly retry_after_s: number | undefined;
  constructor(code: ErrorCode, retry_after_s?: number) {
    super(code);
    this.retry_after_s = retry_after_s;
  }
}
