import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';

interface Parts {
  /** Placeholders and tags, which the translation must also contain. */
  names: Set<string>;
  /** For each plural expression, the plural forms that it defines, such as `one` and `other`. */
  plurals: string[][];
}

/**
 * Collects the parts of a compiled message, which consists of text, [name] and [name, 'plural' | 'select' …, { form:
 * message }].
 */
function collect(message: CompiledMessage, parts: Parts): Parts {
  for (const token of message) {
    if (typeof token === 'string') {
      for (const tag of token.matchAll(/<(\w+)\/?>/g)) parts.names.add(tag[0]);
      continue;
    }
    const [name, type, format] = token;
    parts.names.add(name);
    if (!format || typeof format !== 'object') continue;
    const forms = Object.entries(format).filter(([, form]) => Array.isArray(form));
    if (type === 'plural') parts.plurals.push(forms.map(([form]) => form));
    for (const [, form] of forms) collect(form as CompiledMessage, parts);
  }
  return parts;
}

const partsOf = (message: string) => collect(compileMessageOrThrow(message), { names: new Set(), plurals: [] });

function textErrors(locale: string, id: string, source: string, text: string): string[] {
  if (text.trim() === '') return [`empty: ${id}`];
  const expectedParts = partsOf(source);
  const found = partsOf(text);
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const missing = found.plurals.flatMap((plural) => forms.filter((form) => !plural.includes(form)));
  return [
    ...missing.map((form) => `plural form ${form} is missing: ${id}`),
    ...[...expectedParts.names].filter((name) => !found.names.has(name)).map((name) => `${name} is lost: ${id}`),
  ];
}

/** Returns the errors of a translated catalogue, one line each. */
export function catalogErrors(locale: string, source: Map<string, string>, translated: Map<string, string>): string[] {
  return [...source].flatMap(([id, text]) => textErrors(locale, id, text, translated.get(id) ?? ''));
}
