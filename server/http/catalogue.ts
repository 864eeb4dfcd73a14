/**
 * Parses a .po file as Lingui writes it. Returns the translation of each message; a message with a context has the key
 * `context: message`.
 */
export function readCatalogue(po: string): Map<string, string> {
  const messages = new Map<string, string>();
  for (const block of po.split(/\n\n+/)) {
    const field = { msgctxt: '', msgid: '', msgstr: '' };
    let current: keyof typeof field | null = null;
    for (const line of block.split('\n')) {
      const [, name, quoted] = /^(?:(msgctxt|msgid|msgstr) )?(".*")$/.exec(line) ?? [];
      if (name) current = name as keyof typeof field;
      if (current && quoted) field[current] += JSON.parse(quoted) as string;
    }
    if (field.msgid) messages.set(field.msgctxt ? `${field.msgctxt}: ${field.msgid}` : field.msgid, field.msgstr);
  }
  return messages;
}
