import { ErrorCode } from './error-code.ts';
import { fieldCodes } from './field-codes.ts';
import { z } from './zod.ts';

/** The error of a single field; `message` is in the language of the response. */
export const FieldError = z.object({ code: z.enum(fieldCodes), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/**
 * Body of every response that is not 2xx. `message` is in the language of the account; without an account, in the
 * language requested by Accept-Language. `fields` maps the path of each invalid field, as spelled in the request, to
 * its error. `details` holds facts about the error, such as the two values of a conflict.
 */
export const ErrorBody = z.object({
  code: ErrorCode,
  message: z.string(),
  fields: z.optional(z.record(z.string(), FieldError)),
  details: z.optional(z.record(z.string(), z.unknown())),
  row: z.optional(z.unknown()),
  rev: z.optional(z.int()),
  request_id: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
