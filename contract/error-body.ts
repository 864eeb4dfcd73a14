import { errorStatus } from './error-status.ts';
import type { ErrorCode } from './errors.ts';
import { z } from './zod.ts';

/** Body of every response that is not 2xx. `fields` maps a field path to a code (for a conflict, to both values). */
export const ErrorBody = z.object({
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.unknown())),
  row: z.optional(z.unknown()),
  rev: z.optional(z.int()),
  request_id: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
