import type { EntityRows } from '../../handlers.ts';
import { categoryById, categoryPage, changedCategories, countCategories } from './category-repository.ts';
import { changedContacts, contactById, contactPage, countContacts } from './repository.ts';
import { eraseContactCategories, eraseContacts } from './erase.ts';

export const contactRows: EntityRows<'contacts'> = {
  storage: { table: 'contacts', tombstones: true, erase: eraseContacts },
  changed: changedContacts,
  page: contactPage,
  count: countContacts,
  one: contactById,
};

export const contactCategoryRows: EntityRows<'contact_categories'> = {
  storage: { table: 'contact_categories', tombstones: true, erase: eraseContactCategories },
  changed: changedCategories,
  page: categoryPage,
  count: countCategories,
  one: categoryById,
};
