import type { FastifyRequest } from 'fastify';
import type { Lang } from '../../contract/fields.ts';
import { negotiateLanguage } from '../../contract/language.ts';

/** Returns the languages of an Accept-Language header by descending weight, leaving out those with weight 0. */
export function acceptedLanguages(header: string): string[] {
  const preferences = header.split(',').map((preference) => {
    const [language = '', ...parameters] = preference.split(';').map((part) => part.trim());
    const weight = parameters.find((part) => /^q=/i.test(part))?.slice(2) ?? '1';
    return { language, weight: Number(weight) };
  });
  return preferences
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ language }) => language);
}

/**
 * Returns the language of the response: the language of the account or, without an account, the preferred language in
 * Accept-Language.
 */
export const languageOf = ({ caller, headers }: Pick<FastifyRequest, 'caller' | 'headers'>): Lang =>
  caller?.user.language ?? negotiateLanguage(acceptedLanguages(headers['accept-language'] ?? ''));
