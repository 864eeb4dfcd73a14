/**
 * The letters that open a screen after "g", by the key of its navigation item. Of two screens with the same letter, the
 * one that is listed first in the navigation gets it; therefore some have a second one.
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
