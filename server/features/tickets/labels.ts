import type { DeliveryState, RejectReason } from '../../../contract/values.ts';
import type { TicketState, TicketType } from '../../../contract/filter-values.ts';
import type { Labels } from '../contacts/labels.ts';

export const typeNames: Record<TicketType, Labels> = {
  question: { en: 'Question', ru: 'Вопрос', de: 'Frage' },
  problem: { en: 'Problem', ru: 'Проблема', de: 'Problem' },
  payment: { en: 'Payment', ru: 'Оплата', de: 'Zahlung' },
  account: { en: 'Account', ru: 'Учётная запись', de: 'Konto' },
  content: { en: 'Lessons and books', ru: 'Уроки и книги', de: 'Lektionen und Bücher' },
  other: { en: 'Something else', ru: 'Другое', de: 'Etwas anderes' },
};

export const stateNames: Record<TicketState, Labels> = {
  new: { en: 'New', ru: 'Новый', de: 'Neu' },
  taken: { en: 'In progress', ru: 'В работе', de: 'In Bearbeitung' },
  waiting_user: { en: 'Answered', ru: 'Отвечен', de: 'Beantwortet' },
  resolved: { en: 'Resolved', ru: 'Решён', de: 'Gelöst' },
  closed: { en: 'Closed', ru: 'Закрыт', de: 'Geschlossen' },
  rejected: { en: 'Rejected', ru: 'Отклонён', de: 'Abgelehnt' },
  cancelled: { en: 'Cancelled', ru: 'Отменён', de: 'Storniert' },
};

const makeLabels = (en: string, ru: string, de: string): Labels => ({ en, ru, de });

export const reasonNames: Record<RejectReason, Labels> = {
  spam: makeLabels('Spam', 'Спам', 'Spam'),
  duplicate: makeLabels('Duplicate', 'Дубликат', 'Dublette'),
  not_ours: makeLabels('Out of scope', 'Не наш вопрос', 'Nicht zuständig'),
  no_information: makeLabels('Not enough information', 'Мало сведений', 'Zu wenig Angaben'),
  other: makeLabels('Other reason', 'Другая причина', 'Anderer Grund'),
};

export const deliveryNames: Record<DeliveryState, Labels> = {
  queued: makeLabels('Not sent yet', 'Ещё не отправлено', 'Noch nicht gesendet'),
  sent: makeLabels('Sent', 'Отправлено', 'Gesendet'),
  delivered: makeLabels('Delivered', 'Доставлено', 'Zugestellt'),
  failed: makeLabels('Not delivered', 'Не доставлено', 'Nicht zugestellt'),
};
