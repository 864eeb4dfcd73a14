import type { FastifyRequest } from 'fastify';
import type { Lang } from '../../contract/fields.ts';
import { negotiateLanguage } from '../../contract/language.ts';

/** The languages of an Accept-Language header, the most wanted first; those with a weight of 0 are left out. */
export function acceptedLanguages(header: string): string[] {
  const wishes = header.split(',').map((wish) => {
    const [language = '', ...parameters] = wish.split(';').map((part) => part.trim());
    const weight = parameters.find((part) => /^q=/i.test(part))?.slice(2) ?? '1';
    return { language, weight: Number(weight) };
  });
  return wishes
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ language }) => language);
}

/** The language to answer in: of the account, or of Accept-Language without one. */
export const languageOf = ({ caller, headers }: Pick<FastifyRequest, 'caller' | 'headers'>): Lang =>
  caller?.user.language ?? negotiateLanguage(acceptedLanguages(headers['accept-language'] ?? ''));
