import { Trans, useLingui } from '@lingui/react/macro';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { FabLink } from '../../ui/layout.tsx';
import { TwoPane } from '../../ui/two-pane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { ContactList } from './contact-list.tsx';
import { ContactScreen } from './contact-screen.tsx';
import { useFilters } from './filters.ts';

/** /contacts and /contacts/{id}: all contacts, and one of them beside or instead of the list. */
export function ContactsScreen(): ReactElement {
  const { t } = useLingui();
  const { actor } = useStore();
  const id = useParams({ from: '/_member/_contacts/contacts/$contactId', shouldThrow: false })?.contactId;
  const isWide = useMediaQuery('(min-width: 1024px)');
  const filters = useFilters(actor.is_manager);
  if (id !== undefined && !isWide) return <ContactScreen search={filters.search} />;
  const icon = <IconPlus aria-hidden="true" />;
  const action = (
    <LinkButton to="/contacts/new" writes icon={icon}>
      <Trans>Add contact</Trans>
    </LinkButton>
  );
  const list = <ContactList filters={filters} current={id} isPane={isWide} />;
  return (
    <Screen title={t`Contacts`} action={action}>
      {isWide ? (
        <TwoPane
          list={list}
          detail={id === undefined ? null : <ContactScreen search={filters.search} />}
          placeholder={
            <EmptyState>
              <Trans>Choose a contact to see it here.</Trans>
            </EmptyState>
          }
        />
      ) : (
        list
      )}
      <FabLink to="/contacts/new" writes icon={icon}>
        <Trans>Add contact</Trans>
      </FabLink>
    </Screen>
  );
}
