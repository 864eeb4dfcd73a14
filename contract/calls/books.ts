import { Book } from '../entities/book.ts';
import { Id } from '../fields.ts';
import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

const One = z.strictObject({ id: Id });

/** The shared row plus the caller's own fields; `image` is a URL. */
const BookView = z.extend(Book, { image: z.nullable(z.string()), owned: z.boolean() });

export const bookCalls = {
  'books.new': defineCall({
    method: 'GET',
    path: '/api/books/new/',
    roles: members,
    summary: 'The newest book; null without one',
    idempotent: false,
    reply: z.nullable(BookView),
  }),
  'books.list': defineCall({
    method: 'GET',
    path: '/api/books/list/',
    roles: members,
    summary: 'Books, new ones first',
    idempotent: false,
    reply: z.array(BookView),
  }),
  'books.view': defineCall({
    method: 'GET',
    path: '/api/books/view/{id}/',
    roles: members,
    summary: 'One book',
    idempotent: false,
    params: One,
    reply: BookView,
  }),
  'books.purchase': defineCall({
    method: 'POST',
    path: '/api/books/purchase/',
    roles: members,
    summary: 'The address where a book is paid for; of a book that needs no paying, its own page',
    idempotent: false,
    body: One,
    reply: z.string(),
    per_minute: 30,
  }),
  'books.file': defineCall({
    method: 'GET',
    path: '/api/books/file/{id}/',
    roles: members,
    summary: 'The file of a book that is free or bought, whole or in stretches',
    idempotent: false,
    params: One,
    reply: z.string(),
    stream: true,
  }),
};
