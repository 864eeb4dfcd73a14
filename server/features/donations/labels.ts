import type { Lang } from '../../../contract/fields.ts';
import type { ManualMethod } from '../../../contract/values.ts';

/** Names of the payment methods. */
export const methodNames: Record<ManualMethod, Record<Lang, string>> = {
  bank_transfer: { ru: 'Банковский перевод', en: 'Bank transfer', de: 'Überweisung' },
  cash: { ru: 'Наличные', en: 'Cash', de: 'Bar' },
  wallet: { ru: 'Электронный кошелёк', en: 'Wallet', de: 'E-Wallet' },
  other: { ru: 'Другое', en: 'Other', de: 'Sonstiges' },
};
