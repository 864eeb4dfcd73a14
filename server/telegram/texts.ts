import type { Lang } from '../../contract/fields.ts';

interface BotTexts {
  ask: string;
  share: string;
  unknown: string;
  /** Text with the placeholder `{url}`. */
  link: string;
}

const texts: Record<Lang, BotTexts> = {
  en: {
    ask: 'Tap the button below to share your phone number. If it has an account, you will get a login link.',
    share: 'Share my number',
    unknown: 'No account uses this number. Create one in the app, or ask the employee you work with.',
    link: 'Open this link to log in. It works once and expires in five minutes:\n{url}',
  },
  ru: {
    ask: 'Нажмите кнопку ниже, чтобы поделиться номером телефона. Если с ним связана учётная запись, вы получите ссылку для входа.',
    share: 'Поделиться номером',
    unknown:
      'С этим номером учётной записи нет. Создайте её в приложении или обратитесь к сотруднику, с которым вы работаете.',
    link: 'Откройте эту ссылку, чтобы войти. Она действует один раз и пять минут:\n{url}',
  },
  de: {
    ask: 'Tippen Sie unten auf die Schaltfläche, um Ihre Telefonnummer zu teilen. Gibt es dazu ein Konto, bekommen Sie einen Anmeldelink.',
    share: 'Meine Nummer teilen',
    unknown:
      'Mit dieser Nummer gibt es kein Konto. Erstellen Sie eines in der App oder wenden Sie sich an den Mitarbeiter, mit dem Sie arbeiten.',
    link: 'Öffnen Sie diesen Link, um sich anzumelden. Er gilt einmal und fünf Minuten lang:\n{url}',
  },
};

/**
 * Returns the messages of the bot in the language of the user's Telegram app if it is supported, otherwise in English.
 */
export function textsFor(language_code: string | undefined): BotTexts {
  const lang = (language_code ?? '').slice(0, 2);
  return lang === 'ru' || lang === 'de' ? texts[lang] : texts.en;
}
