import type { NotificationKind } from '../../../contract/entities/notification.ts';
import type { Lang } from '../../../contract/fields.ts';

/** Titles of the messages; equal to the labels in the inbox. */
export const pushTitles: Record<NotificationKind, Record<Lang, string>> = {
  lead_assigned: { en: 'New lead for you', de: 'Neuer Lead für Sie', ru: 'Новый лид для вас' },
  lead_withdrawn: {
    en: 'Lead given to someone else',
    de: 'Lead an jemand anderen vergeben',
    ru: 'Лид передан другому сотруднику',
  },
  lead_returning: {
    en: 'Lead goes back soon: finish a task',
    de: 'Lead geht bald zurück: eine Aufgabe erledigen',
    ru: 'Лид скоро вернётся: завершите задачу',
  },
  lead_returned: {
    en: 'Lead went back to waiting leads',
    de: 'Lead ging zurück zu den wartenden',
    ru: 'Лид вернулся в ожидающие',
  },
  people_imported: {
    en: 'New people for you from an import',
    de: 'Neue Personen für Sie aus einem Import',
    ru: 'Новые люди для вас из импорта',
  },
  ticket_answered: {
    en: 'Your request was answered',
    de: 'Ihre Anfrage wurde beantwortet',
    ru: 'На ваше обращение ответили',
  },
  ticket_replied: {
    en: 'New reply to your ticket',
    de: 'Neue Antwort in Ihrem Ticket',
    ru: 'Новый ответ в вашем тикете',
  },
  task_due: { en: 'Task is due now', de: 'Aufgabe ist jetzt fällig', ru: 'Задача начинается сейчас' },
  task_overdue: { en: 'Task is overdue', de: 'Aufgabe ist überfällig', ru: 'Задача просрочена' },
  task_assigned: { en: 'New task for you', de: 'Neue Aufgabe für Sie', ru: 'Новая задача для вас' },
  handover_offered: {
    en: 'Handover offered to you',
    de: 'Übergabe an Sie angeboten',
    ru: 'Вам предложена передача',
  },
};
