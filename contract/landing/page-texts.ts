import type { Lang } from '../fields.ts';
import type { cardKinds, FormField } from './values.ts';

export interface PageTexts {
  fields: Record<FormField, string>;
  optional: string;
  /** Hint of a form that asks for both a phone number and an email address. */
  phoneOrEmail: string;
  send: string;
  privacy: string;
  offer: string;
  unsubscribe: string;
  /** Returns the text that names the page's owner. */
  pageOf: (name: string) => string;
  playVideo: string;
  /** Returns the text that names the host from which the video will be loaded. */
  videoHost: (host: string) => string;
  timeLeft: (time: string) => string;
  cards: Record<(typeof cardKinds)[number], string>;
  /** Labels of contact details. */
  call: string;
  write: string;
  address: string;
  /** The label of the honeypot field. */
  leaveEmpty: string;
}

/** The fixed texts of landing pages. */
export const pageTexts: Record<Lang, PageTexts> = {
  en: {
    fields: { name: 'First name', phone: 'Phone', email: 'Email', city: 'City', comment: 'Comment' },
    optional: 'optional',
    phoneOrEmail: 'A phone number or an email address is enough.',
    send: 'Send',
    privacy: 'Privacy policy',
    offer: 'Terms',
    unsubscribe: 'Unsubscribe',
    pageOf: (name) => `A page by ${name}`,
    playVideo: 'Play video',
    videoHost: (host) => `Loads from ${host}`,
    timeLeft: (time) => `${time} left`,
    cards: { book: 'Book', lesson: 'Lesson', event: 'Event', subscription: 'Subscription' },
    call: 'Phone',
    write: 'Email',
    address: 'Address',
    leaveEmpty: 'Leave this field empty',
  },
  ru: {
    fields: { name: 'Имя', phone: 'Телефон', email: 'Эл. почта', city: 'Город', comment: 'Комментарий' },
    optional: 'необязательно',
    phoneOrEmail: 'Достаточно телефона или адреса эл. почты.',
    send: 'Отправить',
    privacy: 'Политика конфиденциальности',
    offer: 'Условия',
    unsubscribe: 'Отписаться',
    pageOf: (name) => `Страницу ведёт ${name}`,
    playVideo: 'Смотреть видео',
    videoHost: (host) => `Загрузится с ${host}`,
    timeLeft: (time) => `Осталось: ${time}`,
    cards: { book: 'Книга', lesson: 'Урок', event: 'Событие', subscription: 'Подписка' },
    call: 'Телефон',
    write: 'Эл. почта',
    address: 'Адрес',
    leaveEmpty: 'Не заполняйте это поле',
  },
  de: {
    fields: { name: 'Vorname', phone: 'Telefon', email: 'E-Mail', city: 'Ort', comment: 'Kommentar' },
    optional: 'freiwillig',
    phoneOrEmail: 'Telefonnummer oder E-Mail-Adresse genügt.',
    send: 'Senden',
    privacy: 'Datenschutz',
    offer: 'Nutzungsbedingungen',
    unsubscribe: 'Abmelden',
    pageOf: (name) => `Eine Seite von ${name}`,
    playVideo: 'Video abspielen',
    videoHost: (host) => `Wird von ${host} geladen`,
    timeLeft: (time) => `Noch ${time}`,
    cards: { book: 'Buch', lesson: 'Lektion', event: 'Veranstaltung', subscription: 'Abonnement' },
    call: 'Telefon',
    write: 'E-Mail',
    address: 'Adresse',
    leaveEmpty: 'Lassen Sie dieses Feld leer',
  },
};
