import { Trans, useLingui } from '@lingui/react/macro';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconRotateClockwise from '@tabler/icons-react/dist/esm/icons/IconRotateClockwise.mjs';
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { partnerOf } from '../../../contract/entities/partner.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { leadMachine, type LeadCommand } from '../../../contract/states/lead.ts';
import { transition } from '../../../contract/states/machine.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { ActionButton, ActionLink } from '../../ui/action-row.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { activatePerson, reopenPerson } from './actions.ts';
import type { SheetKind } from './sheets.tsx';

const Sheets = lazy(() => import('./sheets.tsx').then(({ PersonSheet }) => ({ default: PersonSheet })));

const route = getRouteApi('/_member/_staff/user/view-details/$personId');

const may = ({ status }: Person, command: LeadCommand): boolean => leadMachine.commands[command].from.includes(status);

/** Whether "Make a partner" is offered; an active person stays active. */
const mayJoin = ({ status }: Person): boolean => transition(leadMachine, status, 'join').kind !== 'invalid';

interface PersonActionsProps {
  person: Person;
  /** Number of open tasks with the person. */
  planned: number;
}

/** The actions on a person as part of an ActionRow: one as a button, the rest in the More menu. */
export function PersonActions({ person, planned }: PersonActionsProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const closeParam = route.useSearch().close;
  const navigate = route.useNavigate();
  // After the third unanswered call, closing the lead is suggested, also while this screen is open.
  const isCloseAsked = closeParam === 'no_answer' && may(person, 'close');
  const [chosen, setOpen] = useState<SheetKind | null>(null);
  const open = chosen ?? (isCloseAsked ? 'close' : null);
  const close = (): void => {
    setOpen(null);
    if (closeParam !== undefined)
      void navigate({ search: (search) => ({ ...search, close: undefined }), replace: true });
  };
  return (
    <>
      {may(person, 'activate') && (
        <ActionButton
          icon={<IconUserCheck />}
          onPress={() => void step(() => activatePerson(store, person), t`Lead settings updated`)}
        >
          <Trans>Mark active</Trans>
        </ActionButton>
      )}
      {may(person, 'reopen') && (
        <ActionButton
          icon={<IconRotateClockwise />}
          onPress={() => void step(() => reopenPerson(store, person), t`Lead settings updated`)}
        >
          <Trans>Reopen</Trans>
        </ActionButton>
      )}
      {!may(person, 'activate') && !may(person, 'reopen') && (
        <ActionLink icon={<IconPencil />} to="/user/view-details/$personId/edit" params={{ personId: person.id }}>
          <Trans>Edit</Trans>
        </ActionLink>
      )}
      <MoreMenu person={person} onChoose={setOpen} />
      {open !== null && (
        <Suspense>
          <Sheets kind={open} person={person} planned={planned} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

interface MoreProps {
  person: Person;
  onChoose: (kind: SheetKind) => void;
}

function MoreMenu({ person, onChoose }: MoreProps): ReactElement {
  const { t } = useLingui();
  const { actor, db } = useStore();
  const isAdmin = useLiveQuery(async () => (await db.me.get(actor.user_id))?.is_superuser ?? false, [db, actor]);
  const navigate = route.useNavigate();
  const params = { personId: person.id };
  const isMine = person.responsible_id === actor.user_id;
  const choices: { kind: SheetKind; title: string; isShown: boolean }[] = [
    { kind: 'message', title: t`Message via Telegram`, isShown: !person.do_not_contact },
    { kind: 'tags', title: t`Tags and groups`, isShown: true },
    { kind: 'partner', title: t`Make a partner`, isShown: !partnerOf(person) && mayJoin(person) },
    {
      kind: 'give',
      title: t`Reassign`,
      isShown: may(person, 'give') || (actor.is_manager && may(person, 'assign')),
    },
    {
      kind: 'reject',
      title: t({ message: 'Reject', context: 'a lead' }),
      isShown: isMine && may(person, 'reject') && person.status !== 'waiting',
    },
    { kind: 'close', title: t`Close lead`, isShown: may(person, 'close') },
    { kind: 'link', title: t`Login link`, isShown: !person.is_blocked },
    { kind: 'block', title: person.is_blocked ? t`Unblock` : t`Block`, isShown: actor.is_manager },
    { kind: 'remove', title: t({ message: 'Remove', context: 'a person, permanently' }), isShown: actor.is_manager },
  ];
  return (
    <MenuButton
      actions={[
        {
          key: 'edit',
          label: t`Edit`,
          onPress: () => void navigate({ to: '/user/view-details/$personId/edit', params }),
        },
        ...choices
          .filter(({ isShown }) => isShown)
          .map(({ kind, title }) => ({ key: kind, label: title, onPress: () => onChoose(kind) })),
        {
          key: 'ticket',
          label: t`New ticket`,
          onPress: () => void navigate({ to: '/tickets/new', search: { person: person.id } }),
        },
        {
          key: 'donation',
          label: t`New donation`,
          onPress: () => void navigate({ to: '/donations/new', search: { person: person.id } }),
        },
        {
          key: 'payments',
          label: t`Payments`,
          onPress: () => void navigate({ to: '/payments', search: { person: person.id } }),
        },
        ...(isAdmin
          ? [
              {
                key: 'view_as',
                label: t`View as`,
                onPress: () => void navigate({ to: '/staff-dashboard/view-as/$personId', params }),
              },
            ]
          : []),
        {
          key: 'log',
          label: t`Action log`,
          onPress: () =>
            void navigate({ to: '/user/view-details/$personId', params, search: ({ from }) => ({ from, tab: 'log' }) }),
        },
      ]}
      icon={<IconDots />}
    >
      <Trans>More</Trans>
    </MenuButton>
  );
}
