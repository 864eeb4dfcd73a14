import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { errorText } from '../error/error-text.tsx';
import type { PhotoError } from './prepare-photo.ts';

/** Returns the text for a file that cannot be used as a photo. */
export function usePhotoErrorText(): (why: PhotoError) => string {
  const { t } = useLingui();
  return useCallback(
    (why: PhotoError) => {
      if (why === 'too_heavy') return t`This picture is larger than 10 MB. Choose a smaller one`;
      if (why === 'no_room') return t`This picture could not be made smaller. Choose another one`;
      return t(errorText('not_an_image'));
    },
    [t],
  );
}
