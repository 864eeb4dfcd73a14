import { createPdf } from '../../server/demo/pdf.ts';
import type { World } from './world.ts';

/** Adds what the browser tests work on: a free book, a person, and a ticket that an employee has already taken. */
export function addDayData(world: World, now: number): void {
  const at = new Date(now).toISOString();
  const file = '/files/kettle.pdf';
  const about = { title: 'The Kettle', author: 'Ada Moss', language: 'en' };
  const data = new TextEncoder().encode(createPdf(about, [{ title: 'Steam', lines: ['It boils.'] }]));
  world.files.set(file, { type: 'application/pdf', data });
  world.books.push({ id: 2, name: 'The Kettle', author: 'Ada Moss', price: '0.00', file, is_new: false });
  Object.assign(
    world.accounts.find(({ id }) => id === 13)!,
    { consultant: 12, status: 'processing' },
  );
  world.tickets.push({
    id: 2,
    subject: 'My email address has changed',
    author: { id: 13, first_name: 'Otto', last_name: 'Foreign' },
    consultant: { id: 12, first_name: 'Carl' },
    status: 'taken',
    created_at: at,
    messages: [{ id: 1, text: 'Where can I change it?', author: 13, created_at: at }],
  });
}
