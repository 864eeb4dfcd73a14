import type { EntityRows } from '../../handlers.ts';
import { changedReads, countReads, newsReadOf, readsPage } from './reads-repository.ts';
import { changedNews, countNews, newsById, newsPage } from './repository.ts';

export const newsRows: EntityRows<'news'> = {
  storage: { table: 'news', tombstones: true, erase: 'shared content' },
  changed: changedNews,
  page: newsPage,
  count: countNews,
  one: newsById,
};

export const newsReadRows: EntityRows<'news_reads'> = {
  storage: { table: 'news_reads', tombstones: false, erase: 'anonymous with the account' },
  changed: changedReads,
  page: readsPage,
  count: countReads,
  one: newsReadOf,
};
