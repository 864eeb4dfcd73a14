import { defaultWorkTimes } from '../../contract/work-times.ts';
import type { Insertable } from 'kysely';
import type { UsersTable } from '../db/tables.ts';

export const DEMO_PASSWORD = 'haversack-demo';

type Person = Partial<Insertable<UsersTable>> & { first_name: string; last_name: string };

/** Returns working hours with two intervals on weekdays and one on Saturday morning. */
function splitDays(zone: string): string {
  const day = [
    { from: '09:00', to: '13:00' },
    { from: '14:00', to: '18:00' },
  ];
  const saturday = [{ from: '10:00', to: '13:00' }];
  const days = { MON: day, TUE: day, WED: day, THU: day, FRI: day, SAT: saturday, SUN: [] };
  return JSON.stringify({ zone, days, exceptions: [] });
}

/** The demo accounts, in the order in which the first start prints them. */
export const demoAccounts: (Person & { email: string; time_zone: string; responsible?: string })[] = [
  {
    email: 'learner@example.org',
    first_name: 'Anna',
    last_name: 'Berg',
    phone: '+4915123456781',
    promo_code: 'ANNA',
    language: 'en',
    city: 'Berlin',
    country: 'DE',
    time_zone: 'Europe/Berlin',
  },
  {
    email: 'consultant@example.org',
    responsible: 'manager@example.org',
    first_name: 'Olga',
    last_name: 'Sommer',
    phone: '+4915123456782',
    promo_code: 'OLGA',
    language: 'en',
    city: 'Hamburg',
    country: 'DE',
    time_zone: 'Europe/Berlin',
    work_times: splitDays('Europe/Berlin'),
    is_staff: true,
  },
  {
    email: 'consultant2@example.org',
    responsible: 'manager@example.org',
    first_name: 'Timur',
    last_name: 'Nazarov',
    phone: '+77011234567',
    language: 'en',
    city: 'Almaty',
    country: 'KZ',
    time_zone: 'Asia/Almaty',
    work_times: JSON.stringify(defaultWorkTimes('Asia/Almaty')),
    is_staff: true,
  },
  {
    email: 'manager@example.org',
    first_name: 'Maria',
    last_name: 'Keller',
    phone: '+4915123456784',
    language: 'en',
    city: 'Leipzig',
    country: 'DE',
    time_zone: 'Europe/Berlin',
    is_staff: true,
    is_manager: true,
  },
  {
    email: 'admin@example.org',
    first_name: 'Viktor',
    last_name: 'Adler',
    phone: '+4915123456785',
    language: 'en',
    city: 'Berlin',
    country: 'DE',
    time_zone: 'Europe/Berlin',
    is_staff: true,
    is_manager: true,
    is_superuser: true,
  },
];

/** People for whom the consultants are responsible. The demo tasks refer to these people. */
export const demoPeople: (Person & { responsible: string; registered_hours_ago: number })[] = [
  {
    responsible: 'consultant@example.org',
    registered_hours_ago: 98,
    first_name: 'Ivan',
    last_name: 'Petrov',
    phone: '+4915200000001',
    language: 'ru',
    city: 'Hamburg',
    country: 'DE',
    status: 'processing',
  },
  {
    responsible: 'consultant@example.org',
    registered_hours_ago: 193,
    first_name: 'Sergey',
    last_name: 'Belov',
    phone: '+4915200000002',
    language: 'ru',
    city: 'Lübeck',
    country: 'DE',
    status: 'processing',
  },
  {
    responsible: 'consultant@example.org',
    registered_hours_ago: 1260,
    first_name: 'Lena',
    last_name: 'Wolf',
    phone: '+4915200000003',
    language: 'de',
    city: 'Hamburg',
    country: 'DE',
    status: 'active',
  },
  {
    responsible: 'consultant@example.org',
    registered_hours_ago: 560,
    first_name: 'Jonas',
    last_name: 'Weber',
    phone: '+4915200000004',
    language: 'de',
    city: 'Bremen',
    country: 'DE',
    status: 'processing',
  },
  {
    responsible: 'consultant@example.org',
    registered_hours_ago: 2330,
    first_name: 'Petra',
    last_name: 'Lang',
    phone: '+4915200000005',
    language: 'de',
    city: 'Leipzig',
    country: 'DE',
    status: 'active',
  },
  {
    responsible: 'consultant@example.org',
    registered_hours_ago: 310,
    first_name: 'Grace',
    last_name: 'Miller',
    phone: '+4915200000006',
    language: 'en',
    city: 'Hamburg',
    country: 'DE',
    status: 'processing',
  },
  {
    responsible: 'consultant2@example.org',
    registered_hours_ago: 5,
    first_name: 'Aliya',
    last_name: 'Sadykova',
    phone: '+77017654321',
    language: 'ru',
    city: 'Almaty',
    country: 'KZ',
    status: 'processing',
  },
  {
    responsible: 'consultant2@example.org',
    registered_hours_ago: 800,
    first_name: 'Daniyar',
    last_name: 'Omarov',
    phone: '+77017654322',
    language: 'ru',
    city: 'Astana',
    country: 'KZ',
    status: 'active',
  },
];

export interface DemoTask {
  type: 'meet' | 'call' | 'message';
  title: string;
  with: string;
  place: string;
  description: string;
  priority: 'low' | 'normal' | 'high' | 'urgent';
  /** Start of the task, in minutes after the seeding. */
  in_min: number;
  length_min: number;
}

export const demoTasks: DemoTask[] = [
  {
    type: 'meet',
    title: 'Visit Lena Wolf',
    with: 'Lena',
    place: 'Hauptstr. 4, Hamburg',
    description: 'Bring the reading list. She asked how the evening group works.',
    priority: 'high',
    in_min: -40,
    length_min: 60,
  },
  {
    type: 'call',
    title: 'Call Sergey B.',
    with: 'Sergey',
    place: '',
    description: 'He asked to be called back after work.',
    priority: 'normal',
    in_min: 45,
    length_min: 15,
  },
  {
    type: 'message',
    title: 'Message Petra L.',
    with: 'Petra',
    place: '',
    description: 'Send her the time of the open evening.',
    priority: 'normal',
    in_min: 90,
    length_min: 5,
  },
  {
    type: 'call',
    title: 'Call Ivan P.',
    with: 'Ivan',
    place: '',
    description: 'First call. He registered on Monday and prefers Russian.',
    priority: 'high',
    in_min: 150,
    length_min: 15,
  },
  {
    type: 'meet',
    title: 'Coffee with Grace M.',
    with: 'Grace',
    place: 'Café am Markt, Hamburg',
    description: '',
    priority: 'normal',
    in_min: 26 * 60,
    length_min: 60,
  },
  {
    type: 'call',
    title: 'Call Jonas W.',
    with: 'Jonas',
    place: '',
    description: 'Ask how the first two lessons went.',
    priority: 'low',
    in_min: 50 * 60,
    length_min: 15,
  },
];

export interface DemoComment {
  by: string;
  text: string;
  /** Title of the lesson, or null for the community's discussion. */
  lesson: string | null;
  /** When the comment was written, in hours before the seeding. */
  hours_ago: number;
}

export const demoComments: DemoComment[] = [
  {
    by: 'consultant@example.org',
    text: 'The three breaths really work. I counted.',
    lesson: 'Listening before speaking',
    hours_ago: 26,
  },
  {
    by: 'manager@example.org',
    text: 'I read this one aloud in our team. The silence afterwards was the best part.',
    lesson: 'Listening before speaking',
    hours_ago: 20,
  },
  {
    by: 'consultant2@example.org',
    text: 'A tip for long bus rides: open tomorrow’s lesson before you leave, the pictures come along.',
    lesson: null,
    hours_ago: 30,
  },
  {
    by: 'manager@example.org',
    text: 'Open evening on Thursday at half past six. Newcomers are welcome, bring a friend.',
    lesson: null,
    hours_ago: 5,
  },
];
