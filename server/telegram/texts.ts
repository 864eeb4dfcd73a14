import type { Lang } from '../../contract/fields.ts';

interface Words {
  ask: string;
  share: string;
  unknown: string;
  /** The link stands in braces. */
  link: string;
}

const words: Record<Lang, Words> = {
  en: {
    ask: 'Press the button below to share your phone number. If there is an account with it, you get a link that logs you in.',
    share: 'Share my number',
    unknown: 'There is no account with this number. Create one in the app, or ask your employee.',
    link: 'Open this link to log in. It works once, for five minutes:\n{url}',
  },
  ru: {
    ask: 'Нажмите кнопку ниже, чтобы поделиться номером телефона. Если с ним есть учётная запись, вы получите ссылку для входа.',
    share: 'Поделиться номером',
    unknown: 'С этим номером учётной записи нет. Зарегистрируйтесь в приложении или обратитесь к сотруднику.',
    link: 'Откройте эту ссылку, чтобы войти. Она действует один раз, пять минут:\n{url}',
  },
  de: {
    ask: 'Drücken Sie die Taste unten, um Ihre Telefonnummer zu teilen. Gibt es ein Konto damit, bekommen Sie einen Link zur Anmeldung.',
    share: 'Meine Nummer teilen',
    unknown:
      'Mit dieser Nummer gibt es kein Konto. Legen Sie in der App eines an oder wenden Sie sich an Ihre Ansprechperson.',
    link: 'Öffnen Sie diesen Link, um sich anzumelden. Er gilt einmal, fünf Minuten lang:\n{url}',
  },
};

/** The bot's words in the language of somebody's Telegram, else in English. */
export function wordsFor(language_code: string | undefined): Words {
  const lang = (language_code ?? '').slice(0, 2);
  return lang === 'ru' || lang === 'de' ? words[lang] : words.en;
}
