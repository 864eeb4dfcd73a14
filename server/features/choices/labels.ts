import type { Lang } from '../../../contract/fields.ts';
import type { ContactColor, TaskResult, TaskType } from '../../../contract/values.ts';
import type { Priority } from '../../../contract/filter-values.ts';
import { statusNames, type Labels } from '../contacts/labels.ts';

const kinds: Record<TaskType, Labels> = {
  call: { en: 'Call', ru: 'Звонок', de: 'Anruf' },
  meet: { en: 'Meeting', ru: 'Встреча', de: 'Treffen' },
  message: { en: 'Message', ru: 'Сообщение', de: 'Nachricht' },
};

const priorities: Record<Priority, Labels> = {
  low: { en: 'Low', ru: 'Низкий', de: 'Niedrig' },
  normal: { en: 'Normal', ru: 'Обычный', de: 'Normal' },
  high: { en: 'High', ru: 'Высокий', de: 'Hoch' },
  urgent: { en: 'Urgent', ru: 'Срочный', de: 'Dringend' },
};

const results: Record<TaskResult, Labels> = {
  reached: { en: 'Reached', ru: 'Дозвонились', de: 'Erreicht' },
  no_answer: { en: 'No answer', ru: 'Нет ответа', de: 'Keine Antwort' },
  busy: { en: 'Busy', ru: 'Занято', de: 'Besetzt' },
  wrong_number: { en: 'Wrong number', ru: 'Неверный номер', de: 'Falsche Nummer' },
  call_back: { en: 'Call back', ru: 'Перезвонить', de: 'Zurückrufen' },
  refused: { en: 'Declined', ru: 'Отказ', de: 'Abgelehnt' },
  voicemail: { en: 'Voicemail', ru: 'Автоответчик', de: 'Mailbox' },
  held: { en: 'Took place', ru: 'Состоялась', de: 'Fand statt' },
  no_show: { en: 'No-show', ru: 'Не пришли', de: 'Nicht erschienen' },
  moved: { en: 'Rescheduled', ru: 'Перенесли', de: 'Verschoben' },
  cancelled_by_them: { en: 'They cancelled', ru: 'Отменили', de: 'Abgesagt' },
  sent: { en: 'Sent', ru: 'Отправлено', de: 'Gesendet' },
  replied: { en: 'Replied', ru: 'Ответили', de: 'Geantwortet' },
  failed: { en: 'Failed', ru: 'Не доставлено', de: 'Fehlgeschlagen' },
};

const colors: Record<ContactColor, Labels> = {
  teal: { en: 'Teal', ru: 'Бирюзовый', de: 'Türkis' },
  amber: { en: 'Amber', ru: 'Янтарный', de: 'Bernstein' },
  clay: { en: 'Clay', ru: 'Глиняный', de: 'Lehm' },
  plum: { en: 'Plum', ru: 'Сливовый', de: 'Pflaume' },
  moss: { en: 'Moss', ru: 'Моховой', de: 'Moos' },
  slate: { en: 'Slate', ru: 'Сланцевый', de: 'Schiefer' },
  berry: { en: 'Berry', ru: 'Ягодный', de: 'Beere' },
  sky: { en: 'Sky', ru: 'Небесный', de: 'Himmel' },
  olive: { en: 'Olive', ru: 'Оливковый', de: 'Olive' },
  sand: { en: 'Sand', ru: 'Песочный', de: 'Sand' },
};

/** Labels of the languages. Each language is labelled with its own name in every language of the app. */
const languages: Record<Lang, Labels> = {
  ru: { en: 'Русский', ru: 'Русский', de: 'Русский' },
  en: { en: 'English', ru: 'English', de: 'English' },
  de: { en: 'Deutsch', ru: 'Deutsch', de: 'Deutsch' },
};

/** Choice lists whose labels this server defines. */
export const labelLists: Record<string, Record<string, Labels>> = {
  contact_statuses: statusNames,
  contact_colors: colors,
  interaction_kinds: kinds,
  interaction_results: results,
  task_types: kinds,
  priorities,
  languages,
};
