/**
 * A startup problem that the operator can fix. It is printed as one line without a stack trace, and the process exits
 * with code 1.
 */
export class StartupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartupError';
  }
}

/** Returns the system error code (e.g. EACCES, EADDRINUSE), or an empty string if there is none. */
export function systemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
