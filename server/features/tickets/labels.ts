import type { Delivery, RejectReason, TicketState, TicketType } from '../../../contract/values.ts';
import type { Words } from '../contacts/labels.ts';

export const typeNames: Record<TicketType, Words> = {
  question: { en: 'Question', ru: 'Вопрос', de: 'Frage' },
  problem: { en: 'Problem', ru: 'Проблема', de: 'Problem' },
  payment: { en: 'Payment', ru: 'Оплата', de: 'Zahlung' },
  account: { en: 'Account', ru: 'Учётная запись', de: 'Konto' },
  content: { en: 'Lessons and books', ru: 'Уроки и книги', de: 'Lektionen und Bücher' },
  other: { en: 'Something else', ru: 'Другое', de: 'Etwas anderes' },
};

export const stateNames: Record<TicketState, Words> = {
  new: { en: 'New', ru: 'Новый', de: 'Neu' },
  taken: { en: 'In work', ru: 'В работе', de: 'In Arbeit' },
  waiting_user: { en: 'Answered', ru: 'Есть ответ', de: 'Beantwortet' },
  resolved: { en: 'Solved', ru: 'Решён', de: 'Gelöst' },
  closed: { en: 'Closed', ru: 'Закрыт', de: 'Geschlossen' },
  rejected: { en: 'Not accepted', ru: 'Отклонён', de: 'Abgelehnt' },
  cancelled: { en: 'Cancelled', ru: 'Отменён', de: 'Zurückgezogen' },
};

export const reasonNames: Record<RejectReason, Words> = {
  spam: { en: 'Spam', ru: 'Спам', de: 'Spam' },
  not_ours: { en: 'Not for us', ru: 'Не по адресу', de: 'Nicht für uns' },
  duplicate: { en: 'Asked before', ru: 'Уже было', de: 'Schon gefragt' },
  no_information: { en: 'Not enough information', ru: 'Мало сведений', de: 'Zu wenig Angaben' },
  other: { en: 'Another reason', ru: 'Другая причина', de: 'Ein anderer Grund' },
};

export const deliveryNames: Record<Delivery, Words> = {
  queued: { en: 'To send', ru: 'К отправке', de: 'Zu senden' },
  sent: { en: 'Sent', ru: 'Отправлено', de: 'Gesendet' },
  delivered: { en: 'Delivered', ru: 'Доставлено', de: 'Zugestellt' },
  failed: { en: 'Not delivered', ru: 'Не доставлено', de: 'Nicht zugestellt' },
};
