import type { Lang } from '../../contract/fields.ts';

export interface CheckoutTexts {
  heading: string;
  intro: string;
  pay: string;
  twice: string;
  later: string;
  decline: string;
  back: string;
  declined: string;
  paid: string;
  processing: string;
  closed: string;
}

export const checkoutTexts: Record<Lang, CheckoutTexts> = {
  en: {
    heading: 'Payment simulator',
    intro: 'This page stands in for a payment provider. No money is charged.',
    pay: 'Pay',
    twice: 'Pay, and report it twice',
    later: 'Pay, and report it 30 seconds later',
    decline: 'Pay with a declined card',
    back: 'Back without paying',
    declined: 'The card was declined. Try again.',
    paid: 'This is paid.',
    processing: 'The payment is being processed.',
    closed: 'This payment page has expired. No money was charged.',
  },
  ru: {
    heading: 'Имитация оплаты',
    intro: 'Эта страница заменяет платёжную систему. Деньги не списываются.',
    pay: 'Оплатить',
    twice: 'Оплатить и сообщить дважды',
    later: 'Оплатить и сообщить через 30 секунд',
    decline: 'Оплатить отклонённой картой',
    back: 'Вернуться без оплаты',
    declined: 'Карта отклонена. Попробуйте ещё раз.',
    paid: 'Оплачено.',
    processing: 'Платёж обрабатывается.',
    closed: 'Срок действия этой страницы оплаты истёк. Деньги не списаны.',
  },
  de: {
    heading: 'Zahlungssimulator',
    intro: 'Diese Seite ersetzt einen Zahlungsanbieter. Es wird kein Geld abgebucht.',
    pay: 'Bezahlen',
    twice: 'Bezahlen und zweimal melden',
    later: 'Bezahlen und nach 30 Sekunden melden',
    decline: 'Mit abgelehnter Karte bezahlen',
    back: 'Zurück, ohne zu bezahlen',
    declined: 'Die Karte wurde abgelehnt. Versuchen Sie es noch einmal.',
    paid: 'Das ist bezahlt.',
    processing: 'Die Zahlung wird bearbeitet.',
    closed: 'Diese Zahlungsseite ist abgelaufen. Es wurde kein Geld abgebucht.',
  },
};
