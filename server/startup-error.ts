/** A reason not to start that the operator can mend: printed as one line, exit code 1, no stack. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartFault';
  }
}

/** The system's code of an error (EACCES, EADDRINUSE), or an empty text. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
