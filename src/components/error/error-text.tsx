import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { errorTexts } from '../../../contract/error-texts.ts';

/** Returns the text for an error code of the server or a schema; "An error occurred" for an unknown one. */
export function errorText(code: string | null | undefined): MessageDescriptor {
  const knownCode = code && Object.hasOwn(errorTexts, code) ? (code as keyof typeof errorTexts) : 'internal';
  // In the message catalogs, these texts have ids that are derived from their error codes; see
  // build/message-parts-plugin.ts.
  return { id: `error.${knownCode}`, message: errorTexts[knownCode] };
}

/** Shows the text for an error code. */
export function ErrorText({ code }: { code: string | null | undefined }): ReactElement {
  const { t } = useLingui();
  return <>{t(errorText(code))}</>;
}
