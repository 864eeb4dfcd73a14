import { pino, type Logger } from 'pino';

export type Log = Logger;

/**
 * Opens the log, which writes JSON lines to stdout. Log only ids and codes: no tokens, passwords, phone numbers or
 * request bodies. All lines name the `organisation`, if it is given.
 */
export function createLog(level: string, organisation?: string): Log {
  return pino({
    level,
    base: organisation === undefined ? null : { organisation },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', 'token', 'phone', 'email', '*.password', '*.token', '*.phone', '*.email', '*.authorization'],
      censor: '[redacted]',
    },
  });
}

/** Returns a log that discards everything, for tests and commands. */
export const silentLog = (): Log => pino({ level: 'silent' });
