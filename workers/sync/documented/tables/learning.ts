import { COMMUNITY, categoryColors } from '../../../../contract/values.ts';
import { languages } from '../../../../contract/preference-values.ts';
import type { RowReader } from '../values.ts';
import type { RowContext, TableReader } from './shared.ts';

const languageOf = (row: RowReader, { me }: RowContext) =>
  row.oneOf(languages, me?.language ?? 'en', 'language', 'lang', 'locale');

/** Returns the descriptions of files; only our server sends them in this form. */
const mediaOf = (row: RowReader): unknown[] => row.list('media');

export const categories: TableReader = {
  entity: 'categories',
  space: 'category',
  lists: [{ call: 'categories.list', paged: false }],
  whole: true,
  minutes: [60, 240],
  read: (row, context) => {
    const id = row.id('category');
    return {
      id,
      slug: row.text('slug') || id,
      title: row.required('title', 'name'),
      description: row.text('description'),
      language: languageOf(row, context),
      color: row.oneOf(categoryColors, categoryColors[0], 'color', 'colour'),
      position: row.int(0, 'position', 'order', 'sort'),
    };
  },
};

export const lessons: TableReader = {
  entity: 'lessons',
  space: 'lesson',
  lists: [{ call: 'lessons.list', body: {}, paged: true }],
  detail: (id) => ({ call: 'lessons.view', params: { id } }),
  only_in_detail: ['body', 'transcript'],
  whole: true,
  minutes: [60, 240],
  read: (row, context) => ({
    id: row.id('lesson'),
    category_id: row.requiredRef('category', 'category_id', 'category'),
    title: row.required('title', 'name'),
    language: languageOf(row, context),
    position: row.int(0, 'position', 'order', 'sort'),
    duration_min: row.int(0, 'duration_min', 'duration', 'minutes'),
    free: row.has('free', 'is_free') ? row.bool('free', 'is_free') : true,
    body: row.text('body', 'content', 'text', 'html'),
    media: mediaOf(row),
    ...(row.has('transcript') && { transcript: row.text('transcript') }),
  }),
};

export const comments: TableReader = {
  entity: 'comments',
  space: 'comment',
  lists: [{ call: 'comments.all', paged: true }],
  whole: true,
  minutes: [10, 60],
  read: (row) => {
    const lesson = row.ref('lesson', 'lesson', 'lesson_id');
    const created_at = row.requiredInstant('created_at', 'created', 'date', 'date_created', 'time');
    return {
      id: row.id('comment'),
      thread: lesson ?? COMMUNITY,
      lesson,
      parent: row.ref('comment', 'parent', 'parent_id', 'reply_to'),
      author_id: row.requiredRef('user', 'author_id', 'author', 'user', 'user_id'),
      author_name: row.personName('author_name', 'author', 'user', 'user_name'),
      text: row.text('text', 'comment', 'body', 'message'),
      created_at,
      claimed_at: row.instant('claimed_at') ?? created_at,
      edited_at: row.instant('edited_at'),
      removed_at: row.instant('removed_at', 'deleted_at'),
    };
  },
};

export const news: TableReader = {
  entity: 'news',
  space: 'news',
  lists: [{ call: 'news.list', paged: true }],
  detail: (id) => ({ call: 'news.view', params: { id } }),
  only_in_detail: ['body'],
  whole: true,
  minutes: [15, 60],
  read: (row, context) => ({
    id: row.id('news'),
    title: row.required('title', 'name'),
    lead: row.text('lead', 'summary', 'short_text', 'description'),
    body: row.text('body', 'content', 'text', 'html'),
    language: languageOf(row, context),
    is_important: row.bool('is_important', 'important'),
    published_at: row.requiredInstant('published_at', 'published', 'date', 'created_at'),
    media: mediaOf(row),
  }),
};

export const events: TableReader = {
  entity: 'events',
  space: 'event',
  lists: [{ call: 'events.nearest', query: { all: 1 }, paged: false }],
  detail: (id) => ({ call: 'events.view', params: { id } }),
  only_in_detail: ['description'],
  whole: true,
  minutes: [30, 120],
  read: (row, context) => {
    const starts_at = row.requiredInstant('starts_at', 'start_at', 'start', 'date', 'date_start');
    return {
      id: row.id('event'),
      title: row.required('title', 'name'),
      description: row.text('description', 'body', 'text', 'content'),
      language: languageOf(row, context),
      starts_at,
      ends_at: row.instant('ends_at', 'end_at', 'end', 'date_end') ?? starts_at,
      time_zone: row.zone('time_zone', 'timezone', 'tz'),
      place: row.text('place', 'location', 'address'),
      url: row.textOrNull('url', 'link'),
      media: mediaOf(row),
    };
  },
};

const isPdf = (row: RowReader) => /pdf/i.test(row.text('format') || row.text('file', 'file_url', 'url'));

/** The file of a book: its hash and size if our server sends it, its URL for any other API. */
export function bookFile(row: RowReader): unknown {
  const file = row.value('file');
  return typeof file === 'object'
    ? file
    : { sha256: row.ids.file(row.text('file', 'file_url', 'url') || row.text('id')), bytes: 0 };
}

export const books: TableReader = {
  entity: 'books',
  space: 'book',
  lists: [{ call: 'books.list', paged: false }],
  detail: (id) => ({ call: 'books.view', params: { id } }),
  whole: true,
  minutes: [60, 240],
  read: (row) => ({
    id: row.id('book'),
    title: row.required('title', 'name'),
    author: row.personName('author', 'author_name'),
    description: row.text('description', 'annotation', 'text'),
    language: row.text('language', 'lang') || 'en',
    format: isPdf(row) ? 'pdf' : 'epub',
    file: bookFile(row),
    pages: row.number('pages', 'page_count'),
    price_cents: row.has('price_cents')
      ? row.int(0, 'price_cents')
      : Math.round((row.number('price', 'cost') ?? 0) * 100),
    is_new: row.bool('is_new', 'new'),
    media: mediaOf(row),
  }),
};
