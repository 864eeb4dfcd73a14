import type { errorStatus } from './error-status.ts';

/** An error code that server and client share. */
export type ErrorCode = keyof typeof errorStatus;

/**
 * Thrown by handlers and state machines to refuse a request with an error code. Callers check `code`, never the
 * message.
 */
export class Refused extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, unknown> | undefined;
  constructor(code: ErrorCode, fields?: Record<string, unknown>) {
    super(code);
    this.name = 'Refused';
    this.code = code;
    this.fields = fields;
  }
}
