import { Book } from '../entities/book.ts';
import { Id } from '../fields.ts';
import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

const BookId = z.strictObject({ id: Id });

/** The shared book row with the caller's own fields added; `image` is a URL. */
const BookView = z.extend(Book, { image: z.nullable(z.string()), owned: z.boolean() });

export const bookCalls = {
  'books.new': defineCall({
    method: 'GET',
    path: '/api/books/new/',
    roles: members,
    summary: 'The newest book, or null if there are no books',
    idempotent: false,
    reply: z.nullable(BookView),
  }),
  'books.list': defineCall({
    method: 'GET',
    path: '/api/books/list/',
    roles: members,
    summary: 'All books, new ones first',
    idempotent: false,
    reply: z.array(BookView),
  }),
  'books.view': defineCall({
    method: 'GET',
    path: '/api/books/view/{id}/',
    roles: members,
    summary: 'A book',
    idempotent: false,
    params: BookId,
    reply: BookView,
  }),
  'books.purchase': defineCall({
    method: 'POST',
    path: '/api/books/purchase/',
    roles: members,
    summary:
      "The URL of the payment page of a book; for a book that need not be paid for, the URL of the book's own page; an empty string if the payment provider does not respond",
    idempotent: false,
    body: BookId,
    reply: z.string(),
    per_minute: 30,
  }),
  'books.file': defineCall({
    method: 'GET',
    path: '/api/books/file/{id}/',
    roles: members,
    summary: 'The file of a free or purchased book, complete or as a byte range',
    idempotent: false,
    params: BookId,
    reply: z.string(),
    stream: true,
  }),
};
