/**
 * Parses a .po file written by Lingui. Returns the translation of each message; a message with a context has the key
 * `context: message`.
 */
export function readCatalogue(po: string): Map<string, string> {
  const messages = new Map<string, string>();
  for (const block of po.split(/\n\n+/)) {
    const entry = { msgctxt: '', msgid: '', msgstr: '' };
    let current: keyof typeof entry | null = null;
    for (const line of block.split('\n')) {
      const [, name, quoted] = /^(?:(msgctxt|msgid|msgstr) )?(".*")$/.exec(line) ?? [];
      if (name) current = name as keyof typeof entry;
      if (current && quoted) entry[current] += JSON.parse(quoted) as string;
    }
    if (entry.msgid) messages.set(entry.msgctxt ? `${entry.msgctxt}: ${entry.msgid}` : entry.msgid, entry.msgstr);
  }
  return messages;
}
