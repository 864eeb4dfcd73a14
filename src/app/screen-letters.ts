/**
 * The letters that open a screen when typed after "g", by the key of the screen's navigation item. If two screens have
 * the same letter, it opens the screen that comes first in the navigation. The other one can have a second letter.
 */
export const screenLetters: Readonly<Record<string, string>> = {
  today: 'd',
  home: 'hd',
  tasks: 't',
  leads: 'l',
  people: 'p',
  tickets: 'k',
  contacts: 'c',
  employees: 'e',
  partners: 'a',
  imports: 'i',
  statistics: 's',
  lessons: 'rl',
  books: 'b',
  news: 'n',
  events: 'v',
  inbox: 'j',
  team: 'm',
  flows: 'f',
  help: 'q',
  profile: 'u',
  settings: 'o',
  sync: 'ys',
  downloads: 'w',
  donations: 'x',
  payments: 'z',
};
