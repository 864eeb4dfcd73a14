import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import type { Candidate, PhoneKind, CardIssue } from './import-cards.ts';
import type { SkippedPhoto } from './import-photo.ts';
import { usePhoneKinds } from './form-labels.ts';

/** Returns a function that labels a part of a vCard that is not imported. */
export function useIssueLabel(): (problem: CardIssue) => string {
  const { t } = useLingui();
  return useCallback(
    (problem: CardIssue) => {
      const problemText = 'text' in problem ? problem.text : '';
      switch (problem.what) {
        case 'unreadable':
          return t`This contact could not be read`;
        case 'nobody':
          return t`Name and number are missing`;
        case 'phone':
          return t`Phone is incorrect: ${problemText}`;
        case 'email':
          return t`Skipped, not an email address: ${problemText}`;
        case 'telegram':
          return t`Skipped, not a Telegram name: ${problemText}`;
        case 'date_birth':
          return t`Skipped, incomplete date of birth: ${problemText}`;
        case 'too_many_phones':
          return t`Only the first 5 phone numbers are imported`;
        case 'too_many_emails':
          return t`Only the first 3 emails are imported`;
        case 'shortened':
          return t`Long text was shortened`;
      }
    },
    [t],
  );
}

/** Returns a function that explains why the photo of an imported contact was not saved. */
export function useSkippedPhotoLabel(): (why: SkippedPhoto) => string {
  const { t } = useLingui();
  return useCallback(
    (why: SkippedPhoto) => {
      switch (why) {
        case 'photo_unreadable':
          return t`photo could not be read`;
        case 'photo_too_large':
          return t`photo is too large`;
        case 'photo_link':
          return t`photo is only a link`;
        case 'photo_limit':
          return t`photo skipped, limit of 100 MB per import`;
        case 'photo_quota':
          return t`photo skipped, storage on this device is full`;
      }
    },
    [t],
  );
}

/** Returns a function that labels a possible duplicate. */
export function useDuplicateLabel(): (duplicate: NonNullable<Candidate['duplicate']>) => string {
  const { t } = useLingui();
  return useCallback(
    ({ name, where }: NonNullable<Candidate['duplicate']>) =>
      where === 'book' ? t`Already in contacts: ${name}` : t`Duplicate in this list: ${name}`,
    [t],
  );
}

/** Returns the phone number types in the user's language. */
export function useNumberTypes(): Readonly<Record<PhoneKind, string>> {
  const [mobile = '', home = '', work = ''] = usePhoneKinds();
  return { mobile, home, work, '': '' };
}
