import { Email } from '../../../contract/contact-fields.ts';
import { text } from '../../../contract/fields.ts';
import type { FieldCode } from '../../../contract/field-codes.ts';
import { formLimits } from '../../../contract/landing/block-form.ts';
import type { PropsOf } from '../../../contract/landing/props.ts';
import type { FormField } from '../../../contract/landing/values.ts';
import type { z } from '../../../contract/zod.ts';
import { parsePhone } from '../../../contract/written-phone.ts';

/**
 * Names of the fields that every form has in addition to the fields of its block: the id of the block, the number of
 * the version that the visitor saw, the consent, and `website`, a hidden field that only bots fill in. The visitor's
 * script adds a key, and the time in milliseconds for which the page was open.
 */
export const OWN_FIELDS = ['form', 'version', 'consent', 'website', 'key', 'took'] as const;

/** A received form, with the phone number in E.164 and the email address in lower case. */
export type FormValues = Record<Exclude<FormField, 'phone' | 'email'>, string> & {
  phone: string | null;
  email: string | null;
};
export type FormErrors = Partial<Record<FormField | 'consent', FieldCode>>;

type Checked = { value: string } | { error: FieldCode };

function checkText(schema: z.ZodMiniType<string>, given: string): Checked {
  const result = schema.safeParse(given.replaceAll('\r\n', '\n'));
  return result.success
    ? { value: result.data }
    : { error: (result.error.issues[0]?.message ?? 'invalid') as FieldCode };
}

function checkEmail(given: string): Checked {
  const checked = checkText(Email, given.trim().normalize('NFC').toLowerCase());
  return given.trim() === '' ? { value: '' } : checked;
}

function checkPhone(given: string, countries: readonly (string | null)[]): Checked {
  if (given.trim() === '') return { value: '' };
  const phone = given.length > formLimits.phone ? null : parsePhone(given, countries);
  return phone === null ? { error: 'phone_invalid' } : { value: phone };
}

const texts = {
  name: text(0, formLimits.name),
  city: text(0, formLimits.city),
  comment: text(0, formLimits.comment),
} satisfies Record<Exclude<FormField, 'phone' | 'email'>, z.ZodMiniType>;

/** Returns the required fields that are empty: the name, or both the phone number and the email address. */
function missingFields(fields: readonly FormField[], values: Record<string, string>): FormErrors {
  const isEmpty = (field: FormField) => fields.includes(field) && values[field] === '';
  const contactMethods = (['phone', 'email'] as const).filter((field) => fields.includes(field));
  const [first, ...others] = contactMethods.every(isEmpty) ? contactMethods : [];
  return {
    ...(isEmpty('name') && { name: 'required' }),
    ...(first && { [first]: others.length > 0 ? 'phone_or_email' : 'required' }),
  };
}

export interface FormContext {
  block: Pick<PropsOf<'form'>, 'fields'>;
  /** The countries to which a phone number without a country code may belong, most likely first. */
  countries: readonly (string | null)[];
}

/** Checks the fields of a form. All values are plain text, in which HTML has no meaning. */
export function checkForm(
  body: Readonly<Record<string, string>>,
  { block, countries }: FormContext,
): { values: FormValues; errors: FormErrors } {
  const values: Record<FormField, string> = { name: '', phone: '', email: '', city: '', comment: '' };
  const errors: FormErrors = {};
  for (const field of block.fields) {
    const given = body[field] ?? '';
    const isContactMethod = field === 'phone' || field === 'email';
    const checked =
      field === 'phone'
        ? checkPhone(given, countries)
        : isContactMethod
          ? checkEmail(given)
          : checkText(texts[field], given);
    if ('error' in checked) errors[field] = checked.error;
    else values[field] = checked.value;
  }
  const filled = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, errors[name as FormField] ? '?' : value]),
  );
  Object.assign(errors, missingFields(block.fields, filled));
  if (!body['consent']) errors.consent = 'required';
  return { values: { ...values, phone: values.phone || null, email: values.email || null }, errors };
}
