import type { ContactStatus } from '../../../contract/filter-values.ts';
import type { Lang } from '../../../contract/fields.ts';

export type Labels = Record<Lang, string>;

/** Labels of the contact statuses; the same as on the screens. */
export const statusNames: Record<ContactStatus, Labels> = {
  new: { en: 'New', ru: 'Новый', de: 'Neu' },
  contacted: { en: 'Contacted', ru: 'Был контакт', de: 'Kontaktiert' },
  interested: { en: 'Interested', ru: 'Интересуется', de: 'Interessiert' },
  invited: { en: 'Invited', ru: 'Приглашён', de: 'Eingeladen' },
  registered: { en: 'Registered', ru: 'Зарегистрирован', de: 'Registriert' },
  partner: { en: 'Partner', ru: 'Партнёр', de: 'Partner' },
  not_interested: { en: 'Not interested', ru: 'Не интересуется', de: 'Kein Interesse' },
  do_not_contact: { en: 'Do not contact', ru: 'Не беспокоить', de: 'Nicht kontaktieren' },
};
