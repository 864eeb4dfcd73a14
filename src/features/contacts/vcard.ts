import type { ParsedCard } from './import-cards.ts';
import type { FileCard } from './vcard-file.ts';
import { isCompleteCard, upgradeCard } from './vcard-text.ts';

/** A property in the jCard format: name, parameters, type, values. */
type Property = [string, Record<string, string | string[]>, string, ...unknown[]];

const isProperty = (value: unknown): value is Property =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'object' && value[1] !== null;

/** Returns a jCard value as text. The parser does not unescape semicolons in unstructured values. */
const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(textOf).filter(Boolean).join(' ')
    : typeof value === 'string'
      ? value.replaceAll('\\;', ';').trim()
      : '';

/** Returns the components of a structured property, or a single value as a list. */
const partsOf = ([, , , value]: Property): string[] => (Array.isArray(value) ? value.map(textOf) : [textOf(value)]);

class Card {
  readonly properties: readonly Property[];
  constructor(properties: readonly Property[]) {
    this.properties = properties;
  }

  all(name: string): readonly Property[] {
    return this.properties.filter((property) => property[0] === name);
  }

  text(name: string): string {
    return this.all(name)
      .map((property) => partsOf(property).filter(Boolean).join(', '))
      .filter(Boolean)
      .join(', ');
  }
}

function kindOf([, params]: Property): 'mobile' | 'home' | 'work' | '' {
  const types = [params['type'] ?? []].flat().map((type) => String(type).toLowerCase());
  const kinds = types.flatMap((type) => type.split(','));
  if (kinds.some((kind) => kind === 'cell' || kind === 'mobile' || kind === 'iphone')) return 'mobile';
  if (kinds.includes('home')) return 'home';
  return kinds.includes('work') ? 'work' : '';
}

/** Returns first, last and middle name; without a structured name, derives them from the formatted name. */
function namesOf(card: Card): Pick<ParsedCard, 'first_name' | 'last_name' | 'middle_name'> {
  const [n] = card.all('n');
  const [last_name = '', first_name = '', middle_name = ''] = n ? partsOf(n) : [];
  if (first_name !== '') return { first_name, last_name, middle_name };
  const displayName = card.text('fn') || last_name || card.text('nickname') || card.text('org');
  const [first = '', ...rest] = displayName.split(/\s+/);
  const isPerson = last_name === '' && card.text('org') !== displayName;
  return isPerson
    ? { first_name: first, last_name: rest.join(' '), middle_name }
    : { first_name: displayName, last_name: '', middle_name };
}

function telegramOf(card: Card): string {
  const username = card.text('x-telegram');
  if (username) return username;
  const links = [...card.all('impp'), ...card.all('url'), ...card.all('x-socialprofile')].map((property) =>
    textOf(property[3]),
  );
  const link = links.find((url) => /^(telegram:|tg:|(https?:\/\/)?(www\.)?(t|telegram)\.me\/)/i.test(url)) ?? '';
  return link.replace(/^telegram:/i, '');
}

function placeOf(card: Card): Pick<ParsedCard, 'address' | 'city' | 'country'> {
  const [adr] = card.all('adr');
  const [box = '', extra = '', street = '', city = '', region = '', code = '', country = ''] = adr ? partsOf(adr) : [];
  return { address: [street, extra, box, code, region].filter(Boolean).join(', '), city, country };
}

function cardOf(properties: readonly Property[], photo: Blob | null): ParsedCard {
  const card = new Card(properties);
  const names = namesOf(card);
  const about = [card.text('title'), card.text('org')].filter((line) => line !== '' && line !== names.first_name);
  return {
    ...names,
    ...placeOf(card),
    phones: card.all('tel').map((tel) => ({ number: textOf(tel[3]).replace(/^tel:/i, ''), kind: kindOf(tel) })),
    emails: card.all('email').map((email) => textOf(email[3]).replace(/^mailto:/i, '')),
    telegram: telegramOf(card),
    date_birth: card.text('bday'),
    notes: [...about, card.text('note')].filter(Boolean).join('\n'),
    photo,
  };
}

async function loadParser(): Promise<(card: string) => unknown> {
  const { default: ICAL } = await import('ical.js');
  return (card) => ICAL.parse(card);
}

/** Returns the people of a vCard file in order, with null for an unreadable card. */
export async function readVcards(cards: readonly FileCard[]): Promise<(ParsedCard | null)[]> {
  const parse = await loadParser();
  return cards.map(({ text, photo }) => {
    if (!isCompleteCard(text)) return null;
    try {
      const [, properties] = parse(upgradeCard(text)) as [string, unknown[]];
      return cardOf(properties.filter(isProperty), photo);
    } catch {
      return null;
    }
  });
}
