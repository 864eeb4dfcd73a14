import type { RejectReason } from '../../contract/values.ts';
import type { Priority, TicketState, TicketType } from '../../contract/filter-values.ts';

export interface DemoTicket {
  type: TicketType;
  subject: string;
  state: TicketState;
  priority?: Priority;
  /** Key of a demo account or person. */
  by: string;
  /** The assignee; absent if unassigned. */
  holder?: string;
  hours_ago: number;
  /** Messages, alternating between the author and the assignee. */
  said: readonly string[];
  /** Internal notes. */
  note?: string;
  rejected?: { reason: RejectReason; text: string };
}

const OLGA = 'consultant@example.org';
const TIMUR = 'consultant2@example.org';

/** Demo tickets in every state. */
export const demoTickets: readonly DemoTicket[] = [
  {
    type: 'payment',
    subject: 'A receipt for my company',
    state: 'closed',
    by: 'learner@example.org',
    holder: OLGA,
    hours_ago: 480,
    said: ["Can I have a receipt in my company's name?", 'Of course. It is in your inbox.'],
  },
  {
    type: 'content',
    subject: 'Sound in the listening lesson',
    state: 'waiting_user',
    by: 'learner@example.org',
    holder: OLGA,
    hours_ago: 48,
    said: ['The video is very quiet on my phone.', 'Thank you! Is it better with headphones?'],
    note: 'Two more people said this. The video was recorded too quietly.',
  },
  {
    type: 'account',
    subject: 'I cannot log in on my new phone',
    state: 'new',
    priority: 'urgent',
    by: 'Ivan',
    hours_ago: 1,
    said: ['It says that the password is wrong. On the old phone it still works.'],
  },
  {
    type: 'question',
    subject: 'Is there a group in Almaty?',
    state: 'new',
    by: 'Aliya',
    hours_ago: 5,
    said: ['I would like to meet others who learn. Is there a group in my town?'],
  },
  {
    type: 'content',
    subject: 'Page 14 is missing',
    state: 'new',
    priority: 'low',
    by: 'Jonas',
    hours_ago: 26,
    said: ['In the book about listening the text jumps from page 13 to page 15.'],
  },
  {
    type: 'problem',
    subject: 'The app asks me to log in each morning',
    state: 'taken',
    priority: 'high',
    by: 'Petra',
    holder: OLGA,
    hours_ago: 72,
    said: ['Every morning I have to enter my password again.', 'Which phone is it?', 'A Samsung A12, with Chrome.'],
    note: 'Perhaps the phone clears its storage at night. Ask for the settings.',
  },
  {
    type: 'payment',
    subject: 'Paid twice',
    state: 'resolved',
    by: 'Lena',
    holder: OLGA,
    hours_ago: 96,
    said: ['My card was charged twice in May.', 'You are right. The second payment is on its way back to you.'],
  },
  {
    type: 'other',
    subject: 'Cheap loans for everyone',
    state: 'rejected',
    by: 'Grace',
    holder: OLGA,
    hours_ago: 120,
    said: ['Take our loan today!'],
    rejected: { reason: 'spam', text: '' },
  },
  {
    type: 'question',
    subject: 'When does the next course begin?',
    state: 'cancelled',
    by: 'Sergey',
    holder: OLGA,
    hours_ago: 50,
    said: ['I did not find a date.'],
  },
  {
    type: 'problem',
    subject: 'Videos do not load on the train',
    state: 'taken',
    by: 'Daniyar',
    holder: TIMUR,
    hours_ago: 20,
    said: ['Between Astana and Almaty nothing loads.'],
  },
];
