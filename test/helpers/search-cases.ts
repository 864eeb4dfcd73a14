interface Named {
  first_name: string;
  last_name?: string;
  city?: string;
  telegram?: string;
  number?: string;
  email?: string;
}

/** Searches and the record that each of them finds, both on the phone and on the server. */
export const searchCases: readonly (readonly [search: string, record: Named])[] = [
  ['svetlana', { first_name: 'Светлана', last_name: 'Жукова' }],
  ['zhukova', { first_name: 'Светлана', last_name: 'Жукова' }],
  ['Жукова', { first_name: 'Svetlana', last_name: 'Zhukova' }],
  ['щербаков', { first_name: 'Lev', last_name: 'Shcherbakov' }],
  ['елкин', { first_name: 'Пётр', last_name: 'Ёлкин' }],
  ['julia', { first_name: 'Юлия' }],
  ['maria', { first_name: 'Мария' }],
  ['мария', { first_name: 'Maria' }],
  ['dmitry', { first_name: 'Дмитрий' }],
  ['дмитрий', { first_name: 'Dmitry' }],
  ['alexei', { first_name: 'Алексей' }],
  ['Алексей', { first_name: 'Alexey' }],
  ['mikhail', { first_name: 'Михаил' }],
  ['mueller', { first_name: 'Jörg', last_name: 'Müller' }],
  ['muller', { first_name: 'Jörg', last_name: 'Müller' }],
  ['Müller', { first_name: 'Joerg', last_name: 'Mueller' }],
  ['MÜLLER', { first_name: 'Jorg', last_name: 'Muller' }],
  ['koeln', { first_name: 'Pia', city: 'Köln' }],
  ['weiss', { first_name: 'Pia', last_name: 'Weiß' }],
  ['lodz', { first_name: 'Ala', city: 'Łódź' }],
  ['novak', { first_name: 'Eva', last_name: 'Nováková' }],
  ['obrien', { first_name: 'Pat', last_name: "O'Brien" }],
  ['berg anna', { first_name: 'Anna', last_name: 'Berg' }],
  ['anna 2345', { first_name: 'Anna', number: '+4915202345678' }],
  ['@nina_p', { first_name: 'Nina', telegram: 'nina_p' }],
  ['nina@exam', { first_name: 'Nina', email: 'nina@example.org' }],
  ['0152 234', { first_name: 'Nina', number: '+4915223456789' }],
  ['+49 (152) 23', { first_name: 'Nina', number: '+4915223456789' }],
  ['0049152', { first_name: 'Nina', number: '+4915223456789' }],
  ['23 456', { first_name: 'Nina', number: '+4915223456789' }],
  ['8 916 123', { first_name: 'Nina', number: '+79161234567' }],
];

/** Searches that must not find the given record, although parts of them resemble it. */
export const missCases: readonly (readonly [search: string, record: Named])[] = [
  ['anna bergmann', { first_name: 'Anna', last_name: 'Berg' }],
  ['777', { first_name: 'Anna', email: 'a777@example.org' }],
  ['0153', { first_name: 'Nina', number: '+4915223456789' }],
  ['samul', { first_name: 'Samuel' }],
  ['100%', { first_name: 'Nina 1000' }],
  ['a_b', { first_name: 'Nina', telegram: 'axb_c' }],
];
