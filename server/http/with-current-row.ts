import { Refused, type ErrorCode } from '../../contract/errors.ts';

/** A refusal with the current row: 409 for a state, 412 for a version. */
export class RefusedWithRow extends Refused {
  readonly row: unknown;
  readonly rev: number | undefined;
  constructor(code: ErrorCode, row: unknown, rev?: number, fields?: Record<string, unknown>) {
    super(code, fields);
    this.row = row;
    this.rev = rev;
  }
}

/** Runs a state transition; a refusal is rethrown with the current row. */
export function withCurrentRow<Row extends { rev: number }, T>(row: Row, step: (row: Row) => T): T {
  try {
    return step(row);
  } catch (error) {
    if (error instanceof Refused) throw new RefusedWithRow(error.code, row, row.rev, error.fields);
    throw error;
  }
}

/**
 * Throws `version_mismatch` with the current row if If-Match names another version. `read` runs only if a version was
 * sent; it must lock the row, so that the version still holds when the row is written.
 */
export async function checkVersion<Row extends { rev: number }>(
  { if_match }: { if_match: number | null },
  read: () => Row | Promise<Row>,
): Promise<void> {
  if (if_match === null) return;
  const row = await read();
  if (row.rev !== if_match) throw new RefusedWithRow('version_mismatch', row, row.rev);
}

/** A refusal for now: the same request is accepted in `retry_after_s` seconds. Sent as Retry-After. */
export class RefusedForNow extends Refused {
  readonly retry_after_s: number;
  constructor(code: ErrorCode, retry_after_s: number, fields?: Record<string, unknown>) {
    super(code, fields);
    this.retry_after_s = retry_after_s;
  }
}

/**
 * A refusal whose transaction commits: a wrong code is counted, a stolen token family is revoked. Not for handlers that
 * run under an idempotency key: the claim of the key would commit without an outcome.
 */
export class CommittedRefusal extends Refused {}
