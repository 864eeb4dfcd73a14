import { Trans, useLingui } from '@lingui/react/macro';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useParams, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Fab, TwoPane } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { ContactList } from './contact-list.tsx';
import { ContactScreen } from './contact-screen.tsx';
import { useFilters } from './filters.ts';

/** /contacts and /contacts/{id}: all contacts, and one of them beside or instead of the list. */
export function ContactsScreen(): ReactElement {
  const { t } = useLingui();
  const { history } = useRouter();
  const { actor } = useStore();
  const params: Record<string, unknown> = useParams({ strict: false });
  const id = typeof params['id'] === 'string' ? params['id'] : undefined;
  const isWide = useMediaQuery('(min-width: 1024px)');
  const filters = useFilters(actor.is_manager);
  if (id !== undefined && !isWide) return <ContactScreen />;
  const icon = <IconPlus aria-hidden="true" />;
  const action = (
    <LinkButton href="/contacts/new" icon={icon}>
      <Trans>Add contact</Trans>
    </LinkButton>
  );
  const list = <ContactList filters={filters} current={id} isPane={isWide} />;
  return (
    <Screen title={t`Contacts`} action={action}>
      {isWide ? (
        <TwoPane
          list={list}
          detail={id === undefined ? null : <ContactScreen />}
          placeholder={
            <EmptyState>
              <Trans>Choose a contact to see it here.</Trans>
            </EmptyState>
          }
        />
      ) : (
        list
      )}
      <Fab icon={icon} onPress={() => history.push('/contacts/new')}>
        <Trans>Add contact</Trans>
      </Fab>
    </Screen>
  );
}
