const MAX_CHARS = 40;
const MIN_CHARS = 3;

const russian =
  'а a|б b|в v|г g|д d|е e|ё e|ж zh|з z|и i|й y|к k|л l|м m|н n|о o|п p|р r|с s|т t|у u|ф f|х kh|ц ts|ч ch|ш sh|щ shch|ъ |ы y|ь |э e|ю yu|я ya';
const german = 'ä ae|ö oe|ü ue|ß ss';
const latin = new Map(`${russian}|${german}`.split('|').map((pair) => pair.split(' ') as [string, string]));

/**
 * Returns the suggested address of a page with this title: lowercase Latin letters, digits and hyphens. Empty if too
 * few characters remain.
 */
export function suggestedName(title: string): string {
  const letters = [...title.normalize('NFC').toLowerCase()].map((letter) => latin.get(letter) ?? letter).join('');
  const words = letters
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const short = words.slice(0, MAX_CHARS).replace(/-$/, '');
  const isInsideWord = words.length > MAX_CHARS && words[MAX_CHARS] !== '-' && words[MAX_CHARS - 1] !== '-';
  const end = short.lastIndexOf('-');
  // Cuts between words if that keeps more than half of the allowed length.
  const cut = isInsideWord && end > MAX_CHARS / 2 ? short.slice(0, end) : short;
  return cut.length >= MIN_CHARS ? cut : '';
}
