import { pino, type Logger } from 'pino';

export type Log = Logger;

/** JSON lines on stdout. Log ids and codes only: no tokens, passwords, phone numbers or bodies. */
export function openLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', 'token', 'phone', 'email', '*.password', '*.token', '*.phone', '*.email', '*.authorization'],
      censor: '[redacted]',
    },
  });
}

/** For tests and commands. */
export const silentLog = (): Log => pino({ level: 'silent' });
