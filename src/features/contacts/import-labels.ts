import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import type { Candidate, PhoneKind, Problem } from './import-cards.ts';
import { usePhoneKinds } from './form-labels.ts';

/** Words for what of a card is left out. */
export function useProblemWords(): (problem: Problem) => string {
  const { t } = useLingui();
  return useCallback(
    (problem: Problem) => {
      const said = 'text' in problem ? problem.text : '';
      switch (problem.what) {
        case 'unreadable':
          return t`This card cannot be read`;
        case 'nobody':
          return t`There is no name and no number`;
        case 'phone':
          return t`Phone is incorrect: ${said}`;
        case 'email':
          return t`Left out, no email address: ${said}`;
        case 'telegram':
          return t`Left out, no Telegram name: ${said}`;
        case 'date_birth':
          return t`Left out, no whole date of birth: ${said}`;
        case 'too_many_phones':
          return t`Only the first 5 phones are taken`;
        case 'too_many_emails':
          return t`Only the first 3 emails are taken`;
        case 'shortened':
          return t`A long text is cut`;
      }
    },
    [t],
  );
}

/** Words for somebody who may be there already. */
export function useTwinWords(): (twin: NonNullable<Candidate['twin']>) => string {
  const { t } = useLingui();
  return useCallback(
    ({ name, where }: NonNullable<Candidate['twin']>) =>
      where === 'book' ? t`In the book already: ${name}` : t`Twice in this list: ${name}`,
    [t],
  );
}

/** The kinds of numbers in the person's language. */
export function useKindWords(): Readonly<Record<PhoneKind, string>> {
  const [mobile = '', home = '', work = ''] = usePhoneKinds();
  return { mobile, home, work, '': '' };
}
