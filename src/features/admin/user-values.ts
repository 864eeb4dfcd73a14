import { accountFields, type AdminUser } from '../../../contract/api-calls/admin.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';
import { z } from '../../../contract/zod.ts';
import type { AccountChange, AccountFields } from '../../bridge/admin-api.ts';
import { choiceField, requiredText } from '../../forms/schema.ts';
import { formatPhone, parsePhone } from '../../lib/phone.ts';

/** The roles and the active state, which the form sets. Blocking has its own button, because it needs a reason. */
export const formFlags = ['is_staff', 'is_manager', 'is_superuser', 'is_active'] as const;

/** The values of the account form as typed. */
export type UserValues = Record<'first_name' | 'last_name' | 'email' | 'phone' | 'language' | 'country', string> &
  Record<(typeof formFlags)[number], boolean>;

export const emptyUser = (language: string): UserValues => ({
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  language,
  country: '',
  is_staff: false,
  is_manager: false,
  is_superuser: false,
  is_active: true,
});

/** Returns the form values of an account. */
export async function userValuesOf(user: AdminUser): Promise<UserValues> {
  const { first_name, last_name, email, phone, language, country } = user;
  const { is_staff, is_manager, is_superuser, is_active } = user;
  return {
    first_name,
    last_name,
    email: email ?? '',
    phone: phone ? await formatPhone(phone) : '',
    language,
    country: country ?? '',
    is_staff,
    is_manager,
    is_superuser,
    is_active,
  };
}

const userObject = (user: AdminUser | null) =>
  z
    .object({
      ...accountFields,
      first_name: requiredText(accountFields.first_name),
      language: choiceField(accountFields.language),
      is_staff: z.boolean(),
      is_manager: z.boolean(),
      is_superuser: z.boolean(),
      is_active: z.boolean(),
    })
    .check(
      z.check<{ phone: string | null; email: string | null }>(
        ({ value, issues }) => {
          // An account that logs in only through Telegram has neither phone number nor email address.
          if (value.phone !== null || value.email !== null || (user?.phone === null && user.email === null)) return;
          issues.push({ code: 'custom', path: ['phone'], message: 'phone_or_email', input: value });
        },
        { when: () => true },
      ),
    );
/** The fields of an account in the format that the server expects. */
export type UserFields = z.output<ReturnType<typeof userObject>>;

const orNull = (text: string): string | null => text.trim() || null;

/** Returns the schema that converts the form values to the fields of an account. `user` is null for a new one. */
export function userSchema(user: AdminUser | null) {
  const phoneOf = async ({ phone, country }: UserValues): Promise<string | null> => {
    if (phone.trim() === '') return null;
    if (user?.phone && phone === (await formatPhone(user.phone))) return user.phone;
    // Text that is not a phone number is passed on, because the schema of the contract rejects it.
    return (await parsePhone(phone, country || null)) ?? phone;
  };
  const fieldsOf = async (values: UserValues): Promise<z.input<ReturnType<typeof userObject>>> => ({
    ...values,
    email: orNull(values.email),
    phone: await phoneOf(values),
    country: orNull(values.country),
  });
  return z.pipe(z.pipe(z.custom<UserValues>(), z.transform(fieldsOf)), userObject(user));
}

/** Returns the fields that differ from the account; null if none does. */
export function accountChangeOf(user: AdminUser, fields: UserFields): AccountChange | null {
  const names = (Object.keys(fields) as (keyof UserFields)[]).filter((name) => !jsonEqual(fields[name], user[name]));
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** Returns the fields of a new account. */
export const newAccountFields = (fields: UserFields): AccountFields => ({ ...fields, is_blocked: false });
