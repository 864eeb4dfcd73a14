import type { Lang } from '../../contract/fields.ts';

export type EmailTemplate = 'recover' | 'password_changed' | 'let_in' | 'code' | 'email_changed' | 'deletion';

interface EmailText {
  subject: string;
  /** Placeholders are written in braces: `{name}`. */
  text: string;
}

const SIGNATURE = '\n\nHaversack';

const templates: Record<EmailTemplate, Record<Lang, EmailText>> = {
  recover: {
    en: {
      subject: 'A new password for Haversack',
      text: 'Hello {name},\n\nsomebody asked for a new password for your account. Open this link to choose one:\n\n{url}\n\nIt works once, for 60 minutes. If that was not you, there is nothing to do: your password stays as it is.',
    },
    ru: {
      subject: 'Новый пароль для Haversack',
      text: 'Здравствуйте, {name}!\n\nКто-то попросил новый пароль для вашей учётной записи. Откройте эту ссылку, чтобы его придумать:\n\n{url}\n\nОна действует один раз, 60 минут. Если это были не вы, ничего делать не нужно: пароль останется прежним.',
    },
    de: {
      subject: 'Ein neues Passwort für Haversack',
      text: 'Hallo {name},\n\njemand hat ein neues Passwort für Ihr Konto angefordert. Öffnen Sie diesen Link, um eines zu wählen:\n\n{url}\n\nEr gilt einmal, 60 Minuten lang. Wenn Sie das nicht waren, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    },
  },
  password_changed: {
    en: {
      subject: 'Your password was changed',
      text: 'Hello {name},\n\nthe password of your account was changed just now. Other devices must log in again.\n\nIf that was not you, choose a new one at once: {url}',
    },
    ru: {
      subject: 'Ваш пароль изменён',
      text: 'Здравствуйте, {name}!\n\nПароль вашей учётной записи только что изменён. На других устройствах нужно войти снова.\n\nЕсли это были не вы, сразу придумайте новый: {url}',
    },
    de: {
      subject: 'Ihr Passwort wurde geändert',
      text: 'Hallo {name},\n\ndas Passwort Ihres Kontos wurde soeben geändert. Auf anderen Geräten muss man sich neu anmelden.\n\nWenn Sie das nicht waren, wählen Sie sofort ein neues: {url}',
    },
  },
  let_in: {
    en: {
      subject: 'Your account was opened by a link',
      text: 'Hello {name},\n\nsomebody logged in to your account with a link that {by} made. All other devices were logged out.\n\nIf that was not you, choose a new password at once: {url}',
    },
    ru: {
      subject: 'В вашу учётную запись вошли по ссылке',
      text: 'Здравствуйте, {name}!\n\nКто-то вошёл в вашу учётную запись по ссылке, которую создал(а) {by}. На всех других устройствах выполнен выход.\n\nЕсли это были не вы, сразу придумайте новый пароль: {url}',
    },
    de: {
      subject: 'Ihr Konto wurde über einen Link geöffnet',
      text: 'Hallo {name},\n\njemand hat sich mit einem Link, den {by} erstellt hat, in Ihr Konto angemeldet. Alle anderen Geräte wurden abgemeldet.\n\nWenn Sie das nicht waren, wählen Sie sofort ein neues Passwort: {url}',
    },
  },
  code: {
    en: {
      subject: '{code} is your code',
      text: 'Hello {name},\n\nthis code confirms the change of your e-mail address or phone number:\n\n{code}\n\nIt works for 10 minutes. If you changed nothing, do not pass it on to anybody.',
    },
    ru: {
      subject: '{code} — ваш код',
      text: 'Здравствуйте, {name}!\n\nЭтот код подтверждает смену адреса почты или номера телефона:\n\n{code}\n\nОн действует 10 минут. Если вы ничего не меняли, никому его не сообщайте.',
    },
    de: {
      subject: '{code} ist Ihr Code',
      text: 'Hallo {name},\n\ndieser Code bestätigt die Änderung Ihrer E-Mail-Adresse oder Telefonnummer:\n\n{code}\n\nEr gilt 10 Minuten. Wenn Sie nichts geändert haben, geben Sie ihn an niemanden weiter.',
    },
  },
  email_changed: {
    en: {
      subject: 'Your e-mail address was changed',
      text: 'Hello {name},\n\nyour account has a new e-mail address now. This one does not log in any more.\n\nIf that was not you, please, tell the people you know from Haversack.',
    },
    ru: {
      subject: 'Адрес почты изменён',
      text: 'Здравствуйте, {name}!\n\nУ вашей учётной записи теперь другой адрес почты. С этим адресом войти больше нельзя.\n\nЕсли это были не вы, пожалуйста, сообщите своему сотруднику Haversack.',
    },
    de: {
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      text: 'Hallo {name},\n\nIhr Konto hat jetzt eine neue E-Mail-Adresse. Mit dieser kann man sich nicht mehr anmelden.\n\nWenn Sie das nicht waren, sagen Sie es bitte Ihren Ansprechpartnern bei Haversack.',
    },
  },
  deletion: {
    en: {
      subject: 'Your account will be deleted',
      text: 'Hello {name},\n\nyour account will be deleted on {day}. Until then you can log in and keep it: {url}',
    },
    ru: {
      subject: 'Ваша учётная запись будет удалена',
      text: 'Здравствуйте, {name}!\n\nВаша учётная запись будет удалена {day}. До этого дня можно войти и оставить её: {url}',
    },
    de: {
      subject: 'Ihr Konto wird gelöscht',
      text: 'Hallo {name},\n\nIhr Konto wird am {day} gelöscht. Bis dahin können Sie sich anmelden und es behalten: {url}',
    },
  },
};

const fillPlaceholders = (text: string, facts: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, fact: string) => facts[fact] ?? '');

/** Drops a name that looks like a link: a stranger may register this address with an advertisement as the name. */
const greetingName = (name: string | undefined): string => (name === undefined || /[/@:]|\.\S/.test(name) ? '' : name);

/** Subject and plain text of an e-mail in the recipient's language. */
export function emailText(template: EmailTemplate, language: Lang, facts: Record<string, string>): EmailText {
  const { subject, text } = templates[template][language];
  const values = { ...facts, name: greetingName(facts['name']) };
  return {
    subject: fillPlaceholders(subject, values),
    text: fillPlaceholders(text, values).replace(/^(\S+) (?=[,!])/, '$1') + SIGNATURE,
  };
}
