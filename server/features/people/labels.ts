import type { TaskType } from '../../../contract/values.ts';
import type { PersonStatus } from '../../../contract/filter-values.ts';
import type { Labels } from '../contacts/labels.ts';

/** Labels of the person statuses; equal to those on the screens. */
export const statusNames: Record<PersonStatus, Labels> = {
  waiting: { en: 'Waiting', ru: 'Ожидает', de: 'Wartend' },
  processing: { en: 'Processing', ru: 'В работе', de: 'In Bearbeitung' },
  active: { en: 'Active', ru: 'Активный', de: 'Aktiv' },
  not_active: { en: 'Not active', ru: 'Неактивный', de: 'Nicht aktiv' },
};

/** First words of the title of a first task. The name of the person is appended. */
export const taskVerbs: Record<TaskType, Labels> = {
  call: { en: 'Call', ru: 'Позвонить:', de: 'Anrufen:' },
  meet: { en: 'Meet', ru: 'Встретиться:', de: 'Treffen:' },
  message: { en: 'Message', ru: 'Написать:', de: 'Schreiben:' },
};

/** Reasons that are recorded in tasks that are cancelled because the work with a person ends. */
export const cancelReasons = {
  rejected: {
    en: 'The lead was rejected',
    ru: 'Сотрудник отказался от лида',
    de: 'Der Lead wurde abgelehnt',
  },
  returned: {
    en: 'The lead went back to the waiting leads',
    ru: 'Лид вернулся в ожидающие',
    de: 'Der Lead ging zurück zu den wartenden Leads',
  },
  closed: {
    en: 'The lead was closed',
    ru: 'Лид закрыт',
    de: 'Der Lead wurde geschlossen',
  },
  removed: { en: 'The person was removed', ru: 'Человек удалён', de: 'Die Person wurde entfernt' },
} satisfies Record<string, Labels>;

/** Column headings of the people table. */
export const columnNames = {
  name: { en: 'Name', ru: 'Имя', de: 'Name' },
  phone: { en: 'Phone', ru: 'Телефон', de: 'Telefon' },
  city: { en: 'City', ru: 'Город', de: 'Ort' },
  country: { en: 'Country', ru: 'Страна', de: 'Land' },
  status: { en: 'Status', ru: 'Статус', de: 'Status' },
  responsible_name: { en: 'Employee', ru: 'Сотрудник', de: 'Mitarbeiter/in' },
  open_tasks: { en: 'Open tasks', ru: 'Открытые задачи', de: 'Offene Aufgaben' },
  last_contact_at: { en: 'Last contact', ru: 'Последний контакт', de: 'Letzter Kontakt' },
  created_at: { en: 'Created', ru: 'Создан', de: 'Erstellt' },
} satisfies Record<string, Labels>;
