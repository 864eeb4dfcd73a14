interface Texts {
  required: string;
  email: string;
  reach: string;
  consent: string;
  kept: string;
  unkept: string;
  retry: string;
  discard: string;
  sentAt: string;
  gone: string;
  timeLeft: (time: string) => string;
}

const en: Texts = {
  required: 'Please, fill this field',
  email: 'Please, enter valid email address',
  reach: 'Enter a phone number or an email address',
  consent: 'Please agree, so that you can be contacted',
  kept: 'No connection. The form is kept in this browser and is sent by itself when you are online.',
  unkept: 'No connection. The form is not sent. Keep this page open, and try again.',
  retry: 'Try now',
  discard: 'Discard',
  sentAt: 'Sent at',
  gone: 'This page is no longer available. The form is not sent.',
  timeLeft: (time) => `${time} left`,
};

const ru: Texts = {
  required: 'Пожалуйста, заполните это поле',
  email: 'Пожалуйста, введите правильный адрес эл. почты',
  reach: 'Введите телефон или адрес эл. почты',
  consent: 'Дайте согласие, чтобы с вами могли связаться',
  kept: 'Нет связи. Форма сохранена в этом браузере и отправится сама, когда появится сеть.',
  unkept: 'Нет связи. Форма не отправлена. Не закрывайте страницу и попробуйте ещё раз.',
  retry: 'Отправить сейчас',
  discard: 'Не отправлять',
  sentAt: 'Отправлено в',
  gone: 'Этой страницы больше нет. Форма не отправлена.',
  timeLeft: (time) => `Осталось: ${time}`,
};

const de: Texts = {
  required: 'Bitte füllen Sie dieses Feld aus',
  email: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
  reach: 'Geben Sie eine Telefonnummer oder eine E-Mail-Adresse ein',
  consent: 'Stimmen Sie zu, damit man sich bei Ihnen melden kann',
  kept: 'Keine Verbindung. Das Formular bleibt in diesem Browser und wird von selbst gesendet, sobald Sie online sind.',
  unkept: 'Keine Verbindung. Das Formular ist nicht gesendet. Lassen Sie die Seite offen und versuchen Sie es erneut.',
  retry: 'Jetzt senden',
  discard: 'Verwerfen',
  sentAt: 'Gesendet um',
  gone: 'Diese Seite gibt es nicht mehr. Das Formular ist nicht gesendet.',
  timeLeft: (time) => `Noch ${time}`,
};

/** The language of the page. */
const { lang } = document.documentElement;
export const language = lang === 'ru' || lang === 'de' ? lang : 'en';

export const texts: Texts = { en, ru, de }[language];
