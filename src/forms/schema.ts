import { z } from '../../contract/zod.ts';
import { parsePhone } from '../lib/phone.ts';

/**
 * Text that must not be empty. An empty text gets the error code `required`; any other text is validated by `schema`.
 */
export function requiredText<Schema extends z.ZodMiniType<unknown, string>>(schema: Schema) {
  return z.pipe(z.string().check(z.refine((text) => text.trim() !== '', { error: 'required' })), schema);
}

/** Trimmed text. An empty text becomes null; any other text is validated by `schema`. */
export function orNull<Schema extends z.ZodMiniType<unknown, string>>(schema: Schema) {
  return z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string) => text.trim() || null),
      z.nullable(schema),
    ),
  );
}

/**
 * The value of a select or of radio buttons. It must be accepted by `schema`. A form starts with an empty text, which
 * gets the schema's error.
 */
export const choiceField = <Schema extends z.ZodMiniType<unknown, string>>(schema: Schema) =>
  z.pipe(z.string(), schema);

/**
 * A phone number as people write it. It is converted to its stored form. `country` provides the country code for
 * numbers without one.
 */
export function phoneNumber(country: string | null) {
  return z.pipe(
    z.string(),
    z.transform(async (text: string, { issues }) => {
      const number = await parsePhone(text, country);
      if (number === null) issues.push({ code: 'custom', message: 'phone_invalid', input: text });
      return number ?? text;
    }),
  );
}
