import { Refused, type ErrorCode } from '../../contract/errors.ts';

/** A refusal that includes the current row: 409 if its state does not allow the request, 412 if its version differs. */
export class RefusedWithRow extends Refused {
  readonly row: unknown;
  readonly rev: number | undefined;
  constructor(code: ErrorCode, row: unknown, rev?: number, fields?: Record<string, unknown>) {
    super(code, fields);
    this.row = row;
    this.rev = rev;
  }
}

/** Runs a state transition. If it is refused, the refusal is rethrown with the current row. */
export function withCurrentRow<Row extends { rev: number }, T>(row: Row, step: (row: Row) => T): T {
  try {
    return step(row);
  } catch (error) {
    if (error instanceof Refused) throw new RefusedWithRow(error.code, row, row.rev, error.fields);
    throw error;
  }
}

/**
 * Throws `version_mismatch` with the current row if the request has an If-Match header with another version. `read` is
 * called only if there is such a header, and must lock the row, so that the version is still current when the row is
 * written.
 */
export async function checkVersion<Row extends { rev: number }>(
  { if_match }: { if_match: number | null },
  read: () => Row | Promise<Row>,
): Promise<void> {
  if (if_match === null) return;
  const row = await read();
  if (row.rev !== if_match) throw new RefusedWithRow('version_mismatch', row, row.rev);
}

/**
 * A temporary refusal: the same request can succeed after `retry_after_s` seconds. The response has a Retry-After
 * header.
 */
export class RefusedForNow extends Refused {
  readonly retry_after_s: number;
  constructor(code: ErrorCode, retry_after_s: number, fields?: Record<string, unknown>) {
    super(code, fields);
    this.retry_after_s = retry_after_s;
  }
}

/**
 * A refusal after which the transaction is committed, for example so that a wrong code is counted or a family of stolen
 * tokens is revoked. Not allowed in handlers that run under an idempotency key, because the transaction would record
 * the key without an outcome.
 */
export class CommittedRefusal extends Refused {}
