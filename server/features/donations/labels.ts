import type { Lang } from '../../../contract/fields.ts';
import type { DonationFrequency, DonationMethod } from '../../../contract/values.ts';

/** Names of the payment methods. */
export const methodNames: Record<DonationMethod, Record<Lang, string>> = {
  card: { ru: 'Банковская карта', en: 'Card', de: 'Karte' },
  bank_transfer: { ru: 'Банковский перевод', en: 'Bank transfer', de: 'Überweisung' },
  cash: { ru: 'Наличные', en: 'Cash', de: 'Bar' },
  wallet: { ru: 'Электронный кошелёк', en: 'Wallet', de: 'E-Wallet' },
  other: { ru: 'Другое', en: 'Other', de: 'Sonstiges' },
};

/** Titles of donations on payment pages. */
export const donationNames: Record<DonationFrequency, Record<Lang, string>> = {
  one_time: { ru: 'Пожертвование', en: 'Donation', de: 'Spende' },
  monthly: { ru: 'Ежемесячное пожертвование', en: 'Monthly donation', de: 'Monatliche Spende' },
  quarterly: { ru: 'Ежеквартальное пожертвование', en: 'Quarterly donation', de: 'Vierteljährliche Spende' },
  yearly: { ru: 'Ежегодное пожертвование', en: 'Yearly donation', de: 'Jährliche Spende' },
};
