import type { errorStatus } from './error-status.ts';

/** A code of the closed list that server and client share. */
export type ErrorCode = keyof typeof errorStatus;

/** A refusal with a code of the closed list. Thrown by handlers and state machines; never judged by its message. */
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
