import { contactStatuses } from '../../../../contract/filter-values.ts';
import { languages, textSizes, themes } from '../../../../contract/preference-values.ts';
import { contactColors } from '../../../../contract/values.ts';
import { isObject, RowReader } from '../values.ts';
import type { TableReader } from './shared.ts';

const HASH = /^[0-9a-f]{64}$/;

/** Returns a photo, which our server describes by its hash and any other API by its URL. */
export function photoOf(row: RowReader, ...names: readonly string[]): { sha256: string; mime: string } | null {
  const value = row.value(...names);
  if (isObject(value) && HASH.test(String(value['sha256'])))
    return { sha256: String(value['sha256']), mime: typeof value['mime'] === 'string' ? value['mime'] : 'image/jpeg' };
  const url = isObject(value) ? value['url'] : value;
  if (typeof url !== 'string') return null;
  const mime = /\.png(\?|$)/i.test(url) ? 'image/png' : /\.webp(\?|$)/i.test(url) ? 'image/webp' : 'image/jpeg';
  return { sha256: row.ids.file(url), mime };
}

const avatarOf = (row: RowReader) => {
  const photo = photoOf(row, 'avatar', 'photo');
  return photo && { sha256: photo.sha256 };
};

export const me: TableReader = {
  entity: 'me',
  space: 'user',
  lists: [{ call: 'accounts.me', paged: false }],
  whole: false,
  minutes: [30, 60],
  read: (row, { now, stored }) => {
    const subscribed_until = row.instant('subscribed_until', 'subscription_until', 'subscription_end');
    return {
      // Settings of this phone that a documented API does not store.
      ...Object.fromEntries(Object.entries(stored ?? {}).filter(([name]) => /^(push_|quiet_|weekly_)/.test(name))),
      id: row.id('user'),
      email: row.textOrNull('email'),
      phone: row.textOrNull('phone', 'phone_number'),
      first_name: row.text('first_name') || row.personName('name', 'full_name', 'username'),
      last_name: row.text('last_name'),
      middle_name: row.textOrNull('middle_name', 'patronymic'),
      avatar: avatarOf(row),
      language: row.oneOf(languages, (stored?.['language'] as 'en' | undefined) ?? 'en', 'language', 'lang'),
      theme: row.oneOf(themes, (stored?.['theme'] as 'system' | undefined) ?? 'system', 'theme'),
      text_size: row.oneOf(textSizes, (stored?.['text_size'] as 'm' | undefined) ?? 'm', 'text_size'),
      country: row.textOrNull('country'),
      city: row.textOrNull('city'),
      time_zone: row.zone('time_zone', 'timezone', 'tz'),
      date_birth: row.day('date_birth', 'birth_date', 'birthday'),
      telegram: row.textOrNull('telegram', 'telegram_username'),
      promo_code: row.textOrNull('promo_code', 'promo', 'referral_code'),
      referrer: null,
      subscribed_until,
      is_superuser: row.bool('is_superuser'),
      is_staff: row.bool('is_staff', 'is_consultant', 'is_employee', 'is_superuser', 'is_manager'),
      is_manager: row.bool('is_manager', 'is_superuser'),
      is_active: row.has('is_active') ? row.bool('is_active') : true,
      is_blocked: row.bool('is_blocked', 'blocked'),
      is_subscribed: row.bool('is_subscribed'),
      created_at:
        row.instant('created_at', 'date_joined', 'created') ?? (stored?.['created_at'] as string | undefined) ?? now,
      ...(isObject(row.value('work_times')) && { work_times: row.value('work_times') }),
      ...(row.has('show_contact_to_team') && { show_contact_to_team: row.bool('show_contact_to_team') }),
    };
  },
};

interface Phone {
  number: string;
  label: string;
  invalid?: boolean;
}

/** Returns the phone numbers, which an API sends as a list of objects or texts, or as a single number. */
function phonesOf(row: RowReader): Phone[] {
  const listed = row.list('phones', 'phone_numbers');
  const phones = listed.map((item): Phone => {
    if (!isObject(item)) return { number: String(item), label: '' };
    const phone = new RowReader(item, row.ids);
    return {
      number: phone.text('number', 'phone'),
      label: phone.text('label', 'type'),
      ...(phone.bool('invalid') && { invalid: true }),
    };
  });
  const single = row.text('phone', 'phone_number');
  return (phones.length > 0 || single === '' ? phones : [{ number: single, label: '' }]).filter(
    ({ number }) => number !== '',
  );
}

/** The names that APIs use for the photo of a contact. */
export const photoFields: readonly string[] = ['photo', 'avatar', 'image'];

export const contacts: TableReader = {
  entity: 'contacts',
  space: 'contact',
  lists: [{ call: 'contacts.list', query: { search: '', category: 0, status: 0 }, paged: false }],
  whole: true,
  minutes: [10, 60],
  read: (row, { me: self, user_id, now, stored }) => {
    const created_at =
      row.instant('created_at', 'created', 'date_created') ?? (stored?.['created_at'] as string | undefined) ?? now;
    const emails = row.texts('emails', 'email');
    const merged = row.list('merged_ids').flatMap((id) => row.ids.own('contact', id) ?? []);
    return {
      id: row.id('contact'),
      owner_id: row.ref('user', 'owner_id', 'owner') ?? user_id,
      owner_name: row.personName('owner_name', 'owner') || `${self?.first_name ?? ''} ${self?.last_name ?? ''}`.trim(),
      first_name: row.text('first_name') || row.required('name', 'last_name'),
      last_name: row.text('last_name'),
      middle_name: row.text('middle_name', 'patronymic'),
      phones: phonesOf(row),
      emails,
      telegram: row.textOrNull('telegram'),
      city: row.text('city'),
      country: row.textOrNull('country'),
      date_birth: row.day('date_birth', 'birth_date', 'birthday'),
      address: row.text('address'),
      work_zone: row.text('work_zone'),
      is_partner: row.bool('is_partner', 'partner'),
      category_id: row.ref('contact_category', 'category_id', 'category'),
      status: row.oneOf(contactStatuses, 'new', 'status'),
      photo: photoOf(row, ...photoFields),
      notes: row.text('notes', 'note', 'comment'),
      next_step_at: row.instant('next_step_at'),
      consent: isObject(row.value('consent')) ? row.value('consent') : null,
      linked_user_id: row.ref('user', 'linked_user_id', 'linked_user'),
      ...(merged.length > 0 && { merged_ids: merged }),
      created_at,
      updated_at: row.instant('updated_at', 'updated', 'date_updated') ?? created_at,
    };
  },
};

export const contactCategories: TableReader = {
  entity: 'contact_categories',
  space: 'contact_category',
  lists: [{ call: 'contacts.categories', paged: false }],
  whole: true,
  minutes: [30, 120],
  read: (row, { user_id, now, stored }) => {
    const created_at = row.instant('created_at', 'created') ?? (stored?.['created_at'] as string | undefined) ?? now;
    return {
      id: row.id('contact_category'),
      owner_id: row.ref('user', 'owner_id', 'owner') ?? user_id,
      name: row.required('name', 'title'),
      color: row.oneOf(contactColors, contactColors[0], 'color', 'colour'),
      position: row.int(0, 'position', 'order', 'sort'),
      created_at,
      updated_at: row.instant('updated_at', 'updated') ?? created_at,
    };
  },
};
