/** A record of the API. Ids are numbers, which are counted separately in each list. */
export interface Item extends Record<string, unknown> {
  id: number;
}

/** An account of the API. */
export interface Account extends Item {
  email: string;
  password: string;
  first_name: string;
  last_name: string;
  is_staff: boolean;
}

export interface World {
  accounts: Account[];
  categories: Item[];
  lessons: Item[];
  comments: Item[];
  books: Item[];
  news: Item[];
  events: Item[];
  contact_categories: Item[];
  contacts: Item[];
  tasks: Item[];
  tickets: Item[];
  leads: Item[];
  flows: Item[];
  /** Photos by their path. */
  files: Map<string, { type: string; data: Uint8Array<ArrayBuffer> }>;
  /** The seconds that were recorded for each lesson. */
  times: { lesson: number; time: number }[];
}

export const FOREIGN_PASSWORD = 'foreign-password';

const account = (id: number, first_name: string, email: string, is_staff: boolean): Account => ({
  id,
  email,
  password: FOREIGN_PASSWORD,
  first_name,
  last_name: 'Foreign',
  phone: `+4915100000${id}`,
  language: 'en',
  is_staff,
  is_superuser: false,
  is_active: true,
  is_subscribed: true,
});

/** Formats a time as DD/MM/YYYY HH:mm in UTC, as the specification requires. */
export function localTime(ms: number): string {
  const at = new Date(ms).toISOString();
  return `${at.slice(8, 10)}/${at.slice(5, 7)}/${at.slice(0, 4)} ${at.slice(11, 16)}`;
}

/** Creates the content of the API; `now` is the time at which the API starts. */
export function makeWorld(now: number, contacts = 3): World {
  const hour = 3_600_000;
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    accounts: [
      account(11, 'Lena', 'lena@foreign.test', false),
      account(12, 'Carl', 'carl@foreign.test', true),
      account(13, 'Otto', 'otto@foreign.test', false),
    ],
    categories: [{ id: 1, name: 'Listening', description: null }],
    lessons: [1, 2, 3].map((id) => ({
      id,
      name: `Lesson ${id}`,
      category: { id: 1, name: 'Listening' },
      duration: 5,
      order: id,
      content: `<p>Text ${id}</p>`,
    })),
    comments: [
      {
        id: 1,
        text: 'Welcome',
        lesson: 1,
        author: { id: 12, firstName: 'Carl', lastName: 'Foreign' },
        createdAt: iso(now - hour),
      },
    ],
    books: [{ id: 1, name: 'A book', author: 'B. Writer', price: '4.50', file: '/files/book.pdf', is_new: true }],
    news: [1, 2].map((id) => ({
      id,
      title: `News ${id}`,
      date: localTime(now - id * hour),
      important: id === 1,
      text: `<p>News ${id}</p>`,
    })),
    events: [
      {
        id: 1,
        title: 'Meeting',
        dateStart: localTime(now + 24 * hour),
        dateEnd: localTime(now + 26 * hour),
        location: 'Berlin',
        description: '<p>Come</p>',
      },
    ],
    contact_categories: [{ id: 1, name: 'Friends', owner: 11 }],
    contacts: Array.from({ length: contacts }, (_, at) => ({
      id: at + 1,
      owner: at === 2 ? 12 : 11,
      first_name: `Contact ${at + 1}`,
      last_name: 'Known',
      phone: `+49151000${String(at + 1).padStart(5, '0')}`,
      email: null,
      category: at === 0 ? 1 : null,
      status: 'new',
      date_birth: at === 0 ? '05/03/1990' : null,
      created: iso(now - hour),
    })),
    tasks: [
      {
        id: 1,
        owner: 12,
        type: 'call',
        title: 'Call Otto',
        start_at: localTime(now + hour),
        end_at: localTime(now + 2 * hour),
        status: 'new',
        linked_user: { id: 13, first_name: 'Otto', last_name: 'Foreign' },
      },
    ],
    tickets: [
      {
        id: 1,
        subject: 'I cannot open a lesson',
        author: { id: 11, first_name: 'Lena', last_name: 'Foreign' },
        consultant: null,
        status: 'new',
        created_at: iso(now - hour),
        messages: [{ id: 1, text: 'It stays white', author: 11, created_at: iso(now - hour) }],
      },
    ],
    leads: [{ id: 21, first_name: 'Ida', city: 'Bonn', language: 'de', created_at: iso(now - hour) }],
    flows: [{ id: 1, owner: 11, name: 'Open evening', slug: 'open-evening', views: 12, created: iso(now - hour) }],
    files: new Map(),
    times: [],
  };
}
