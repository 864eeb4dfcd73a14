/** What the search finds in addition to contacts; each source has its own limit. */
export const textSources = [
  'people',
  'leads',
  'tasks',
  'tickets',
  'requests',
  'lessons',
  'books',
  'notes',
  'contact_notes',
] as const;
export type TextSource = (typeof textSources)[number];
