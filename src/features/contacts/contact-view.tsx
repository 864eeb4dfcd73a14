import { Trans, useLingui } from '@lingui/react/macro';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { ContactCategory } from '../../../contract/entities/contact-category.ts';
import type { Contact } from '../../../contract/entities/contact.ts';
import { sync } from '../../bridge/sync.ts';
import { CallButtons } from '../../components/call/call-buttons.tsx';
import { CategoryDot } from '../../components/contact/category-dot.tsx';
import { ContactPhoto } from '../../components/contact/contact-photo.tsx';
import { fullName } from '../../components/contact/contact-labels.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useIsWriteSupported } from '../../hooks/use-is-write-supported.ts';
import type { RowBadge } from '../../db/queries/badges.ts';
import { IconButton, LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ContactLead } from './contact-lead.tsx';
import { ContactTasks } from './contact-tasks.tsx';
import { deleteContact, undoDelete } from './contact-view-actions.ts';
import { ContactDetails } from './contact-view-details.tsx';
import { StatusPicker } from './contact-view-status.tsx';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { isStuck, PendingChanges } from '../../components/sync/pending-changes.tsx';
import styles from './contact-view.module.css';
import type { ContactsSearch } from './search-params.ts';
import { History } from './history.tsx';
import { CHOOSE_CONTACT, OpenMerge } from './merge/open-merge.tsx';

export type ContactViewProps = {
  contact: Contact;
  category: ContactCategory | null;
  badge: RowBadge | undefined;
  /** The filters of the contact list, for links back to the list. */
  search: ContactsSearch;
  /**
   * Whether the contact is shown beside the list. If so, the view shows the name; otherwise the title of the screen
   * does.
   */
  isPane: boolean;
};

/** Returns a function that deletes the contact, opens the list and offers Undo. */
function useDelete(contact: Contact, search: ContactsSearch): () => void {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const showSavedToast = useSavedToast();
  const navigate = useNavigate();
  return () => {
    const run = async (): Promise<void> => {
      const deleted = await deleteContact(store, contact);
      void navigate({ to: '/contacts', search });
      const undo = (): void => void undoDelete(store, deleted).catch(toastError);
      const local = t`Contact deleted on this device. Will be sent.`;
      showSavedToast(deleted.op_id, t`Contact deleted`, undo, { local, canUndoSent: true });
    };
    void run().catch(toastError);
  };
}

/** The actions that are needed less often. */
function MoreMenu({ id, search }: { id: string; search: ContactsSearch }): ReactElement {
  const { t } = useLingui();
  const navigate = useNavigate();
  const choose = (): void =>
    void navigate({
      to: '/contacts/$contactId',
      params: { contactId: id },
      search: { ...search, merge: CHOOSE_CONTACT },
    });
  return (
    <MenuButton
      aria-label={t`More actions`}
      actions={[{ key: 'merge', label: t`Merge with…`, writes: true, onPress: choose }]}
    >
      <IconDots aria-hidden="true" />
    </MenuButton>
  );
}

/** One contact: identity, contact methods, all details and history. */
export function ContactView({ contact, category, badge, search, isPane }: ContactViewProps): ReactElement {
  const { t } = useLingui();
  const now = useNow('minute');
  const remove = useDelete(contact, search);
  const isSupported = useIsWriteSupported();
  const { id } = contact;
  return (
    <Stack>
      {isStuck(badge) && <PendingChanges badge={badge} />}
      <div className={styles.head}>
        <ContactPhoto contact={contact} size="xl" fetchPhoto={sync.fetchBlob} />
        <div className={styles.identity}>
          {isPane && <h2>{fullName(contact)}</h2>}
          {category && (
            <span className={styles.category}>
              <CategoryDot color={category.color} />
              {category.name}
            </span>
          )}
          <StatusPicker key={id} contact={contact} />
        </div>
      </div>
      <Stack gap="s">
        <CallButtons contact={contact} />
        <ContactLead contact={contact} />
      </Stack>
      {/* The unsent changes are below the buttons, because they appear and disappear with each save and must not
          move the buttons. */}
      {!isStuck(badge) && <PendingChanges badge={badge} />}
      <ContactDetails contact={contact} now={now} />
      <div className={styles.actions}>
        <LinkButton
          writes
          to="/contacts/$contactId/edit"
          params={{ contactId: id }}
          search={search}
          variant="soft"
          icon={<IconPencil aria-hidden="true" />}
        >
          <Trans>Edit</Trans>
        </LinkButton>
        {isSupported('contact.delete') && (
          <IconButton variant="ghost" aria-label={t`Delete contact`} writes onPress={remove}>
            <IconTrash aria-hidden="true" />
          </IconButton>
        )}
        {isSupported('contact.merge') && <MoreMenu id={id} search={search} />}
      </div>
      <ContactTasks key={`tasks ${id}`} contact={contact} />
      <History key={id} contact={contact} />
      <OpenMerge contact={contact} search={search} />
    </Stack>
  );
}
