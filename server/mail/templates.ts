import type { Lang } from '../../contract/fields.ts';

export type EmailTemplate =
  | 'recover'
  | 'account_created'
  | 'password_changed'
  | 'let_in'
  | 'link_made'
  | 'link_sent'
  | 'code'
  | 'email_changed'
  | 'deletion'
  | 'subscription_renews'
  | 'subscription_ends'
  | 'subscription_unpaid'
  | 'donation_unpaid'
  | 'donation_paused';

/** Label of the button in a notice about a login link. The page that the button opens has the same title. */
export const stopLinkLabel: Record<Lang, string> = { en: 'This was not me', ru: 'Это не я', de: 'Das war ich nicht' };

interface EmailText {
  subject: string;
  /** Text with placeholders in braces, such as `{name}`. */
  text: string;
}

const SIGNATURE = '\n\nHaversack';

const templates: Record<EmailTemplate, Record<Lang, EmailText>> = {
  recover: {
    en: {
      subject: 'Reset your Haversack password',
      text: 'Hello {name},\n\nsomeone asked to reset the password of your account. Open this link to set a new one:\n\n{url}\n\nThe link works once and expires in 60 minutes. If this was not you, ignore this email. Your password stays the same.',
    },
    ru: {
      subject: 'Сброс пароля Haversack',
      text: 'Здравствуйте, {name}!\n\nКто-то запросил сброс пароля вашей учётной записи. Откройте эту ссылку, чтобы задать новый:\n\n{url}\n\nОна действует один раз, 60 минут. Если это были не вы, ничего не делайте: пароль останется прежним.',
    },
    de: {
      subject: 'Haversack-Passwort zurücksetzen',
      text: 'Hallo {name},\n\njemand möchte das Passwort Ihres Kontos zurücksetzen. Öffnen Sie diesen Link, um ein neues zu setzen:\n\n{url}\n\nDer Link gilt einmal und 60 Minuten lang. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt gleich.',
    },
  },
  account_created: {
    en: {
      subject: 'Your Haversack account',
      text: 'Hello {name},\n\n{by} created an account for you. Open this link to set your password:\n\n{url}\n\nThe link works once and expires in 60 minutes. If it has expired, get a new one with your email address: {recover_url}',
    },
    ru: {
      subject: 'Ваша учётная запись Haversack',
      text: 'Здравствуйте, {name}!\n\n{by} создал(а) для вас учётную запись. Откройте эту ссылку, чтобы задать пароль:\n\n{url}\n\nОна действует один раз, 60 минут. Если срок истёк, получите новую по адресу почты: {recover_url}',
    },
    de: {
      subject: 'Ihr Haversack-Konto',
      text: 'Hallo {name},\n\n{by} hat ein Konto für Sie erstellt. Öffnen Sie diesen Link, um Ihr Passwort zu setzen:\n\n{url}\n\nDer Link gilt einmal und 60 Minuten lang. Wenn er abgelaufen ist, fordern Sie mit Ihrer E-Mail-Adresse einen neuen an: {recover_url}',
    },
  },
  password_changed: {
    en: {
      subject: 'Your password was changed',
      text: 'Hello {name},\n\nthe password of your account has just been changed. You need to log in again on your other devices.\n\nIf this was not you, set a new password now: {url}',
    },
    ru: {
      subject: 'Ваш пароль изменён',
      text: 'Здравствуйте, {name}!\n\nПароль вашей учётной записи только что изменён. На других устройствах нужно войти снова.\n\nЕсли это были не вы, сразу задайте новый пароль: {url}',
    },
    de: {
      subject: 'Ihr Passwort wurde geändert',
      text: 'Hallo {name},\n\ndas Passwort Ihres Kontos wurde soeben geändert. Auf Ihren anderen Geräten müssen Sie sich neu anmelden.\n\nWenn Sie das nicht waren, setzen Sie sofort ein neues Passwort: {url}',
    },
  },
  let_in: {
    en: {
      subject: 'Someone logged in with a login link',
      text: 'Hello {name},\n\nsomeone logged in to your account with a login link created by {by}. All other devices were logged out.\n\nIf this was not you, set a new password now: {url}',
    },
    ru: {
      subject: 'Вход в учётную запись по ссылке',
      text: 'Здравствуйте, {name}!\n\nКто-то вошёл в вашу учётную запись по ссылке для входа, которую создал(а) {by}. На всех других устройствах выполнен выход.\n\nЕсли это были не вы, сразу задайте новый пароль: {url}',
    },
    de: {
      subject: 'Anmeldung mit einem Anmeldelink',
      text: 'Hallo {name},\n\njemand hat sich mit einem von {by} erstellten Anmeldelink bei Ihrem Konto angemeldet. Alle anderen Geräte wurden abgemeldet.\n\nWenn Sie das nicht waren, setzen Sie sofort ein neues Passwort: {url}',
    },
  },
  link_made: {
    en: {
      subject: 'A login link for your account was created',
      text: 'Hello {name},\n\n{by} created a login link for your account. It works once and expires in 60 minutes. Anyone who opens it can log in as you.\n\nIf you did not ask for it, end the link and every session begun with it.\nThis was not me: {stop_url}',
    },
    ru: {
      subject: 'Создана ссылка для входа в вашу учётную запись',
      text: 'Здравствуйте, {name}!\n\n{by} создал(а) ссылку для входа в вашу учётную запись. Она действует один раз, 60 минут. Тот, кто её откроет, войдёт под вашим именем.\n\nЕсли вы об этом не просили, отключите ссылку и все начатые по ней сеансы.\nЭто не я: {stop_url}',
    },
    de: {
      subject: 'Ein Anmeldelink für Ihr Konto wurde erstellt',
      text: 'Hallo {name},\n\n{by} hat einen Anmeldelink für Ihr Konto erstellt. Er gilt einmal und 60 Minuten lang. Wer ihn öffnet, kann sich als Sie anmelden.\n\nWenn Sie nicht darum gebeten haben, beenden Sie den Link und jede damit begonnene Sitzung.\nDas war ich nicht: {stop_url}',
    },
  },
  link_sent: {
    en: {
      subject: 'Your login link',
      text: 'Hello {name},\n\n{by} created a login link for your account. Open it on your own device:\n\n{url}\n\nIt works once and expires in 60 minutes. Send it to no one.\n\nIf you did not ask for it, end the link and every session begun with it.\nThis was not me: {stop_url}',
    },
    ru: {
      subject: 'Ваша ссылка для входа',
      text: 'Здравствуйте, {name}!\n\n{by} создал(а) ссылку для входа в вашу учётную запись. Откройте её на своём устройстве:\n\n{url}\n\nОна действует один раз, 60 минут. Никому её не пересылайте.\n\nЕсли вы об этом не просили, отключите ссылку и все начатые по ней сеансы.\nЭто не я: {stop_url}',
    },
    de: {
      subject: 'Ihr Anmeldelink',
      text: 'Hallo {name},\n\n{by} hat einen Anmeldelink für Ihr Konto erstellt. Öffnen Sie ihn auf Ihrem eigenen Gerät:\n\n{url}\n\nEr gilt einmal und 60 Minuten lang. Geben Sie ihn niemandem weiter.\n\nWenn Sie nicht darum gebeten haben, beenden Sie den Link und jede damit begonnene Sitzung.\nDas war ich nicht: {stop_url}',
    },
  },
  code: {
    en: {
      subject: '{code} is your code',
      text: 'Hello {name},\n\nthis code confirms your new email address or phone number:\n\n{code}\n\nIt expires in 10 minutes. If you did not ask for it, do not share it with anyone.',
    },
    ru: {
      subject: '{code} — ваш код',
      text: 'Здравствуйте, {name}!\n\nЭтот код подтверждает новый адрес почты или номер телефона:\n\n{code}\n\nОн действует 10 минут. Если вы его не запрашивали, никому его не сообщайте.',
    },
    de: {
      subject: '{code} ist Ihr Code',
      text: 'Hallo {name},\n\ndieser Code bestätigt Ihre neue E-Mail-Adresse oder Telefonnummer:\n\n{code}\n\nEr gilt 10 Minuten. Wenn Sie ihn nicht angefordert haben, geben Sie ihn niemandem.',
    },
  },
  email_changed: {
    en: {
      subject: 'Your email address was changed',
      text: 'Hello {name},\n\nyour account now has a new email address. You can no longer log in with this one.\n\nIf this was not you, contact the employee you work with at once.',
    },
    ru: {
      subject: 'Адрес почты изменён',
      text: 'Здравствуйте, {name}!\n\nУ вашей учётной записи теперь другой адрес почты. С этим адресом войти больше нельзя.\n\nЕсли это были не вы, сразу свяжитесь с сотрудником, с которым вы работаете.',
    },
    de: {
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      text: 'Hallo {name},\n\nIhr Konto hat jetzt eine neue E-Mail-Adresse. Mit dieser können Sie sich nicht mehr anmelden.\n\nWenn Sie das nicht waren, wenden Sie sich sofort an den Mitarbeiter, mit dem Sie arbeiten.',
    },
  },
  deletion: {
    en: {
      subject: 'Your account will be deleted',
      text: 'Hello {name},\n\nyour account will be deleted on {day}. Until then, you can log in and keep it: {url}',
    },
    ru: {
      subject: 'Ваша учётная запись будет удалена',
      text: 'Здравствуйте, {name}!\n\nВаша учётная запись будет удалена {day}. До этого дня можно войти и сохранить её: {url}',
    },
    de: {
      subject: 'Ihr Konto wird gelöscht',
      text: 'Hallo {name},\n\nIhr Konto wird am {day} gelöscht. Bis dahin können Sie sich anmelden und es behalten: {url}',
    },
  },
  subscription_renews: {
    en: {
      subject: 'Your subscription renews on {day}',
      text: 'Hello {name},\n\nyour subscription renews on {day}, and your saved card is charged. To stop this, turn off the automatic renewal in the app before then.',
    },
    ru: {
      subject: 'Подписка продлится {day}',
      text: 'Здравствуйте, {name}!\n\nВаша подписка продлится {day}, деньги спишутся с сохранённой карты. Чтобы этого не произошло, до этого дня отключите автопродление в приложении.',
    },
    de: {
      subject: 'Ihr Abonnement verlängert sich am {day}',
      text: 'Hallo {name},\n\nIhr Abonnement verlängert sich am {day}, und Ihre gespeicherte Karte wird belastet. Wenn Sie das nicht möchten, schalten Sie die automatische Verlängerung vorher in der App aus.',
    },
  },
  subscription_ends: {
    en: {
      subject: 'Your subscription ends on {day}',
      text: 'Hello {name},\n\nyour subscription ends on {day} and does not renew. To keep your lessons, extend it in the app.',
    },
    ru: {
      subject: 'Подписка закончится {day}',
      text: 'Здравствуйте, {name}!\n\nВаша подписка закончится {day} и не продлится сама. Чтобы сохранить доступ к урокам, продлите её в приложении.',
    },
    de: {
      subject: 'Ihr Abonnement endet am {day}',
      text: 'Hallo {name},\n\nIhr Abonnement endet am {day} und verlängert sich nicht. Um Ihre Lektionen zu behalten, verlängern Sie es in der App.',
    },
  },
  subscription_unpaid: {
    en: {
      subject: 'Your payment failed',
      text: 'Hello {name},\n\nyour subscription could not be renewed, because your card was not charged. We will try again. You keep your access until {day}. You can pay in the app at any time.',
    },
    ru: {
      subject: 'Оплата не прошла',
      text: 'Здравствуйте, {name}!\n\nНе удалось продлить вашу подписку: деньги с карты не списались. Мы попробуем ещё раз. Доступ сохранится до {day}. Оплатить можно в приложении в любой момент.',
    },
    de: {
      subject: 'Ihre Zahlung ist fehlgeschlagen',
      text: 'Hallo {name},\n\nIhr Abonnement konnte nicht verlängert werden, weil Ihre Karte nicht belastet wurde. Wir versuchen es erneut. Ihr Zugang bleibt bis zum {day} bestehen. Sie können jederzeit in der App zahlen.',
    },
  },
  donation_unpaid: {
    en: {
      subject: 'Your donation was not paid',
      text: 'Hello {name},\n\nyour recurring donation of {amount} could not be charged to your card. We will try again on {day}. You can pause or end the donation in the app at any time.',
    },
    ru: {
      subject: 'Пожертвование не оплачено',
      text: 'Здравствуйте, {name}!\n\nНе удалось списать с карты ваше регулярное пожертвование: {amount}. Мы попробуем ещё раз {day}. Приостановить или прекратить пожертвования можно в приложении в любой момент.',
    },
    de: {
      subject: 'Ihre Spende wurde nicht bezahlt',
      text: 'Hallo {name},\n\nIhre regelmäßige Spende von {amount} konnte nicht von Ihrer Karte abgebucht werden. Wir versuchen es am {day} erneut. Sie können die Spende jederzeit in der App pausieren oder beenden.',
    },
  },
  donation_paused: {
    en: {
      subject: 'Your recurring donation is paused',
      text: 'Hello {name},\n\nyour recurring donation of {amount} could not be charged to your card several times, so it is paused. Nothing more is charged. You can resume it in the app, or donate again with another card.',
    },
    ru: {
      subject: 'Регулярное пожертвование приостановлено',
      text: 'Здравствуйте, {name}!\n\nНесколько раз не удалось списать с карты ваше регулярное пожертвование: {amount}. Оно приостановлено, больше ничего не спишется. Возобновить его или сделать новое пожертвование другой картой можно в приложении.',
    },
    de: {
      subject: 'Ihre regelmäßige Spende ist pausiert',
      text: 'Hallo {name},\n\nIhre regelmäßige Spende von {amount} konnte mehrmals nicht von Ihrer Karte abgebucht werden und ist deshalb pausiert. Es wird nichts mehr abgebucht. Sie können sie in der App fortsetzen oder mit einer anderen Karte neu spenden.',
    },
  },
};

const fillPlaceholders = (text: string, facts: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, fact: string) => facts[fact] ?? '');

/**
 * Returns the name for the greeting, or an empty string if the name looks like a link: anyone could register another
 * person's address with an advertisement as the name.
 */
const greetingName = (name: string | undefined): string => (name === undefined || /[/@:]|\.\S/.test(name) ? '' : name);

/** Returns subject and plain text of an email in the language of the recipient. */
export function renderEmail(template: EmailTemplate, language: Lang, facts: Record<string, string>): EmailText {
  const { subject, text } = templates[template][language];
  const values = { ...facts, name: greetingName(facts['name']) };
  return {
    subject: fillPlaceholders(subject, values),
    text: fillPlaceholders(text, values).replace(/^(\S+) (?=[,!])/, '$1') + SIGNATURE,
  };
}
