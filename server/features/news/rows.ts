import type { EntityRows } from '../../handlers.ts';
import { readChangedReads, countReads, newsReadOf, readsPage } from './reads-repository.ts';
import { readChangedNews, countNews, newsById, readNewsPage } from './repository.ts';

export const newsRows: EntityRows<'news'> = {
  storage: { table: 'news', tombstones: true, erase: 'shared content' },
  changed: readChangedNews,
  page: readNewsPage,
  count: countNews,
  one: newsById,
};

export const newsReadRows: EntityRows<'news_reads'> = {
  storage: { table: 'news_reads', tombstones: false, erase: 'anonymous with the account' },
  changed: readChangedReads,
  page: readsPage,
  count: countReads,
  one: newsReadOf,
};
