import type { EntityRows } from '../../handlers.ts';
import { changedReads, countReads, readOf, readsPage } from './reads-repository.ts';
import { changedNews, countNews, newsById, newsPage } from './repository.ts';

export const newsRows: EntityRows<'news'> = { changed: changedNews, page: newsPage, count: countNews, one: newsById };

export const newsReadRows: EntityRows<'news_reads'> = {
  changed: changedReads,
  page: readsPage,
  count: countReads,
  one: readOf,
};
