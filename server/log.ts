import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Lines of JSON on stdout. Whoever logs hands over ids and codes: never tokens, passwords, phones or bodies. */
export function openLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', 'token', 'phone', 'email', '*.password', '*.token', '*.phone', '*.email', '*.authorization'],
      censor: '[left out]',
    },
  });
}

/** For tests and commands. */
export const silentLog = (): Log => pino({ level: 'silent' });
