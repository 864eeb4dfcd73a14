import type { Lang } from '../../../contract/fields.ts';

export interface FormTexts {
  /** Messages that are shown in a form. */
  incomplete: string;
  consent: string;
  changed: string;
  again: string;
  busy: string;
  failed: string;
  /** Texts of the page that is shown after a form was sent. */
  thank_you: string;
  sent: string;
  back: string;
  /** First name for a person who entered none. */
  visitor: string;
  /** Returns a text about the origin of a contact, with the title of the page. */
  origin: (title: string) => string;
  notice: (title: string) => string;
  open: string;
}

export const formTexts: Record<Lang, FormTexts> = {
  en: {
    incomplete: 'The form has not been sent yet. Check the marked fields.',
    consent: 'Please agree, so that you can be contacted',
    changed: 'The form has not been sent yet, because this page has changed. Check your entries and send it again.',
    again: 'The form has not been sent yet. Send it again.',
    busy: 'The form has not been sent yet, because too many were sent at once. Wait a minute, then send it again.',
    failed: 'The form has not been sent yet, because the server is busy. Wait a moment, then send it again.',
    thank_you: 'Thank you',
    sent: 'Your form has been sent.',
    back: 'Back to the page',
    visitor: 'Visitor',
    origin: (title) => `Form on the page “${title}”`,
    notice: (title) => `Someone has sent the form on your page “${title}”.`,
    open: 'Open',
  },
  ru: {
    incomplete: 'Форма ещё не отправлена. Проверьте отмеченные поля.',
    consent: 'Дайте согласие, чтобы с вами могли связаться',
    changed: 'Форма ещё не отправлена: страница изменилась. Проверьте данные и отправьте ещё раз.',
    again: 'Форма ещё не отправлена. Отправьте её ещё раз.',
    busy: 'Форма ещё не отправлена: их пришло слишком много сразу. Подождите минуту и отправьте ещё раз.',
    failed: 'Форма ещё не отправлена: сервер занят. Подождите немного и отправьте ещё раз.',
    thank_you: 'Спасибо',
    sent: 'Форма отправлена.',
    back: 'Вернуться на страницу',
    visitor: 'Посетитель',
    origin: (title) => `Форма на странице «${title}»`,
    notice: (title) => `На вашей странице «${title}» отправили форму.`,
    open: 'Открыть',
  },
  de: {
    incomplete: 'Das Formular ist noch nicht gesendet. Prüfen Sie die markierten Felder.',
    consent: 'Bitte stimmen Sie zu, damit man sich bei Ihnen melden kann',
    changed:
      'Das Formular ist noch nicht gesendet, weil sich die Seite geändert hat. Prüfen Sie Ihre Angaben und senden Sie es noch einmal.',
    again: 'Das Formular ist noch nicht gesendet. Senden Sie es noch einmal.',
    busy: 'Das Formular ist noch nicht gesendet, weil zu viele auf einmal kamen. Warten Sie eine Minute und senden Sie es noch einmal.',
    failed:
      'Das Formular ist noch nicht gesendet, weil der Server ausgelastet ist. Warten Sie einen Moment und senden Sie es noch einmal.',
    thank_you: 'Vielen Dank',
    sent: 'Ihr Formular ist gesendet.',
    back: 'Zurück zur Seite',
    visitor: 'Besucher',
    origin: (title) => `Formular auf der Seite „${title}“`,
    notice: (title) => `Auf Ihrer Seite „${title}“ wurde das Formular gesendet.`,
    open: 'Öffnen',
  },
};
