import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense } from 'react';
import type { Contact } from '../../../../contract/entities/contact.ts';
import type { ContactsSearch } from '../search-params.ts';

/** Value of the search parameter `merge` while the other contact is being chosen. */
export const CHOOSE_CONTACT = 'choose';

const ChooseSheet = lazy(() => import('./choose-sheet.tsx').then((module) => ({ default: module.ChooseSheet })));
const MergeSheet = lazy(() => import('./merge-sheet.tsx').then((module) => ({ default: module.MergeSheet })));

/**
 * The sheet that merges another contact into the shown one, open while the URL names that contact. Its code loads on
 * first use.
 */
export function OpenMerge({ contact, search }: { contact: Contact; search: ContactsSearch }): ReactElement | null {
  const { merge, resend } = useSearch({ from: '/_member/_contacts' });
  const navigate = useNavigate();
  if (merge === undefined) return null;
  const open = (next: { merge?: string }): void =>
    void navigate({
      to: '/contacts/$contactId',
      params: { contactId: contact.id },
      search: { ...search, ...next },
      replace: true,
    });
  const close = (): void => open({});
  return (
    <Suspense>
      {merge === CHOOSE_CONTACT ? (
        <ChooseSheet contact={contact} onChoose={(id) => open({ merge: id })} onClose={close} />
      ) : (
        <MergeSheet key={merge} kept={contact} otherId={merge} replaces={resend ?? null} onClose={close} />
      )}
    </Suspense>
  );
}
