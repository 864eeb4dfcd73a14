import type { Lang } from '../../../contract/fields.ts';

interface PublicText {
  title: string;
  text: string;
}

type PublicPage = 'home' | 'missing' | 'gone' | 'unsubscribe';

/** Texts of the pages of this origin that are not published by a member. */
export const publicTexts: Record<Lang, Record<PublicPage, PublicText> & { open: string; privacy: string }> = {
  en: {
    home: {
      title: 'Haversack',
      text: 'This is where members of Haversack publish their pages. Open the link that you were given.',
    },
    missing: { title: 'Page not found', text: 'There is no page at this address. Check the link that you were given.' },
    gone: { title: 'This page is closed', text: 'The member who made it has taken it down. Ask them for a new link.' },
    unsubscribe: {
      title: 'Unsubscribe',
      text: 'You can withdraw your consent at any time. Tell the person who contacts you that you no longer want to be contacted, and they delete your details. The privacy policy says whom else you can ask.',
    },
    open: 'Open Haversack',
    privacy: 'Privacy policy',
  },
  ru: {
    home: {
      title: 'Haversack',
      text: 'Здесь участники Haversack публикуют свои страницы. Откройте ссылку, которую вам дали.',
    },
    missing: { title: 'Страница не найдена', text: 'По этому адресу ничего нет. Проверьте ссылку.' },
    gone: { title: 'Страница закрыта', text: 'Автор снял её с публикации. Попросите у него новую ссылку.' },
    unsubscribe: {
      title: 'Отписаться',
      text: 'Вы можете отозвать согласие в любое время. Скажите тому, кто вам звонит или пишет, что больше не хотите этого, и ваши данные удалят. К кому ещё можно обратиться, сказано в политике конфиденциальности.',
    },
    open: 'Открыть Haversack',
    privacy: 'Политика конфиденциальности',
  },
  de: {
    home: {
      title: 'Haversack',
      text: 'Hier veröffentlichen Mitglieder von Haversack ihre Seiten. Öffnen Sie den Link, den Sie bekommen haben.',
    },
    missing: { title: 'Seite nicht gefunden', text: 'Unter dieser Adresse gibt es keine Seite. Prüfen Sie den Link.' },
    gone: { title: 'Diese Seite ist geschlossen', text: 'Sie wurde zurückgezogen. Fragen Sie nach einem neuen Link.' },
    unsubscribe: {
      title: 'Abmelden',
      text: 'Sie können Ihre Einwilligung jederzeit widerrufen. Sagen Sie der Person, die sich bei Ihnen meldet, dass Sie das nicht mehr möchten; Ihre Daten werden dann gelöscht. An wen Sie sich sonst wenden können, steht in der Datenschutzerklärung.',
    },
    open: 'Haversack öffnen',
    privacy: 'Datenschutz',
  },
};
