/** The six colours of avatars and covers, which are defined in tokens.css. */
export const TONES = ['teal', 'amber', 'clay', 'plum', 'moss', 'slate'] as const;
export type Tone = (typeof TONES)[number];

/** Returns a small stable hash of a text (FNV-1a), the same on every device. */
export function nameHash(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Returns the colour for an id or a name. It is always the same for the same text. */
export function toneOf(text: string): Tone {
  return TONES[nameHash(text) % TONES.length] ?? 'slate';
}
