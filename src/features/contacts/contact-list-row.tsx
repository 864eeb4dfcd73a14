import { Trans, useLingui } from '@lingui/react/macro';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import type { ReactElement } from 'react';
import type { ContactCategory } from '../../../contract/entities/contact-category.ts';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Term } from '../../../contract/search/terms.ts';
import { HighlightedText } from '../../components/app/hits.tsx';
import type { Callee } from '../../components/call/call-intent.ts';
import { useCall } from '../../components/call/use-call.ts';
import { CategoryDot } from '../../components/contact/category-dot.tsx';
import { ContactPhoto, type FetchPhoto } from '../../components/contact/contact-photo.tsx';
import { contactName, contactStatusLabels } from '../../components/contact/contact-labels.ts';
import { RowSyncBadge } from '../../components/sync/row-sync-badge.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import type { RowBadge } from '../../db/queries/badges.ts';
import { formatRecent } from '../../lib/dates.ts';
import { lockOr } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RowLink } from '../../ui/list.tsx';
import { Anchor } from '../../ui/press.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './contacts.module.css';
import type { ContactsSearch } from './search-params.ts';

export type ContactRowProps = {
  contact: Contact;
  category: ContactCategory | undefined;
  badge: RowBadge | undefined;
  /** The filters of the contact list, for links back to the list. */
  search: ContactsSearch;
  /** The terms of the search, which are shown in bold. */
  terms: readonly Term[];
  now: number;
  fetchPhoto: FetchPhoto | undefined;
  isCurrent: boolean;
};

/**
 * Returns the number that a call from the list dials; undefined if there is no number, or if the contact must not be
 * called.
 */
const numberOf = ({ phones, status }: Contact): string | undefined =>
  status === 'do_not_contact' ? undefined : phones.find(({ invalid }) => !invalid)?.number;

/** A round button that calls a contact. */
function CallLink({ callee }: { callee: Callee }): ReactElement {
  const { t } = useLingui();
  const { name } = callee;
  const call = useCall(callee);
  return (
    <Anchor className={classNames(styles.call)} aria-label={t`Call ${name}`} title={t`Call ${name}`} {...call}>
      {lockOr(call, <IconPhone aria-hidden="true" />)}
    </Anchor>
  );
}

/** A next step is shown in the list if its time is at most this far away. */
const NEXT_STEP_SHOWN_MS = 86_400_000;

/** Shows the date of a contact's next step if it is near or overdue. */
function NextStepDate({ at, now }: { at: string; now: number }): ReactElement | null {
  const time = Date.parse(at);
  if (time - now > NEXT_STEP_SHOWN_MS) return null;
  const timeText = formatRecent(at, now);
  return (
    <span className={styles.nextStep} data-tone={time < now ? 'need' : 'wait'}>
      <Trans>Next step {timeText}</Trans>
    </span>
  );
}

/** A row of the contact list: photo, name, next step, category, status, city and a button to call. */
export function ContactRow({
  contact,
  category,
  badge,
  search,
  terms,
  now,
  fetchPhoto,
  isCurrent,
}: ContactRowProps): ReactElement {
  const { t } = useLingui();
  const { actor } = useStore();
  const { city, next_step_at, owner_id, owner_name } = contact;
  const isOwner = owner_id === actor.user_id;
  const number = numberOf(contact);
  const name = contactName(contact);
  const facts = [t(contactStatusLabels[contact.status]), city, isOwner ? '' : owner_name];
  const subtitle = (
    <span className={styles.details}>
      {next_step_at !== null && <NextStepDate at={next_step_at} now={now} />}
      <span className={styles.facts}>
        {category && (
          <>
            <CategoryDot color={category.color} />
            <VisuallyHidden>{category.name}, </VisuallyHidden>
          </>
        )}
        <span className={styles.cut}>{facts.filter((fact) => fact !== '').join(', ')}</span>
      </span>
    </span>
  );
  return (
    <RowLink
      leading={<ContactPhoto contact={contact} fetchPhoto={fetchPhoto} />}
      title={<HighlightedText text={name} terms={terms} />}
      subtitle={subtitle}
      badge={<RowSyncBadge badge={badge} />}
      trailing={number !== undefined && <CallLink callee={{ contact_id: contact.id, name, number }} />}
      to="/contacts/$contactId"
      params={{ contactId: contact.id }}
      search={search}
      isCurrent={isCurrent}
    />
  );
}
