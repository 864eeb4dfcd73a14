import { errorStatus } from './error-status.ts';
import type { ErrorCode as Code } from './errors.ts';
import { z } from './zod.ts';

/** The code of an error of a whole request. */
export const ErrorCode = z.enum(Object.keys(errorStatus) as [Code, ...Code[]]);
export type ErrorCode = Code;
