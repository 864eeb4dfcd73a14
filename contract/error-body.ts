import { errorStatus } from './error-status.ts';
import type { ErrorCode } from './errors.ts';
import { fieldCodes } from './field-codes.ts';
import { z } from './zod.ts';

/** The error of one field; `message` is in the language of the response. */
export const FieldError = z.object({ code: z.enum(fieldCodes), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/**
 * Body of every response that is not 2xx. `message` is in the language of the account, or of Accept-Language without
 * one. `fields` maps the path of a field as the request spells it to its error; `details` holds facts about the
 * refusal, such as the values of a conflict.
 */
export const ErrorBody = z.object({
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  fields: z.optional(z.record(z.string(), FieldError)),
  details: z.optional(z.record(z.string(), z.unknown())),
  row: z.optional(z.unknown()),
  rev: z.optional(z.int()),
  request_id: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
