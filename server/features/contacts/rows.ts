import type { EntityRows } from '../../handlers.ts';
import { categoryById, categoryPage, changedCategories, countCategories } from './category-repository.ts';
import { changedContacts, contactById, contactPage, countContacts } from './repository.ts';

export const contactRows: EntityRows<'contacts'> = {
  changed: changedContacts,
  page: contactPage,
  count: countContacts,
  one: contactById,
};

export const contactCategoryRows: EntityRows<'contact_categories'> = {
  changed: changedCategories,
  page: categoryPage,
  count: countCategories,
  one: categoryById,
};
