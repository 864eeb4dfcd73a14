import { Trans, useLingui } from '@lingui/react/macro';
import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs';
import IconBrandTelegram from '@tabler/icons-react/dist/esm/icons/IconBrandTelegram.mjs';
import IconBuildingStore from '@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs';
import IconCircleX from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs';
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconLockOpen from '@tabler/icons-react/dist/esm/icons/IconLockOpen.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs';
import IconRotateClockwise from '@tabler/icons-react/dist/esm/icons/IconRotateClockwise.mjs';
import IconTags from '@tabler/icons-react/dist/esm/icons/IconTags.mjs';
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import IconUserOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { partnerOf } from '../../../contract/entities/partner.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { leadMachine, type LeadCommand } from '../../../contract/states/lead.ts';
import { transition } from '../../../contract/states/machine.ts';
import { personName } from '../../components/person/person-labels.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useIsShown } from '../../hooks/use-is-shown.ts';
import { useIsWriteSupported } from '../../hooks/use-is-write-supported.ts';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { ActionButton, ActionLink } from '../../ui/action-row.tsx';
import { GroupedMenu, type MenuGroup } from '../../ui/grouped-menu.tsx';
import { activatePerson, reopenPerson } from './actions.ts';
import type { SheetKind } from './sheets.tsx';

const Sheets = lazy(() => import('./sheets.tsx').then(({ PersonSheet }) => ({ default: PersonSheet })));

const route = getRouteApi('/_member/_staff/user/view-details/$personId');

const isAllowed = ({ status }: Person, command: LeadCommand): boolean =>
  leadMachine.commands[command].from.includes(status);

/** Whether "Make a partner" is offered. This includes active people, whose status stays the same. */
const mayBecomePartner = ({ status }: Person): boolean => transition(leadMachine, status, 'join').kind !== 'invalid';

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
  // After the third unanswered call, `closeParam` suggests closing the lead, even if this screen is already open.
  const isCloseSuggested = closeParam === 'no_answer' && isAllowed(person, 'close');
  const [chosen, setOpen] = useState<SheetKind | null>(null);
  const open = chosen ?? (isCloseSuggested ? 'close' : null);
  const close = (): void => {
    setOpen(null);
    if (closeParam !== undefined)
      void navigate({ search: (search) => ({ ...search, close: undefined }), replace: true });
  };
  return (
    <>
      {isAllowed(person, 'activate') && (
        <ActionButton
          icon={<IconUserCheck />}
          writes
          onPress={() => void step(() => activatePerson(store, person), t`Lead settings updated`)}
        >
          <Trans>Mark active</Trans>
        </ActionButton>
      )}
      {isAllowed(person, 'reopen') && (
        <ActionButton
          icon={<IconRotateClockwise />}
          writes
          onPress={() => void step(() => reopenPerson(store, person), t`Lead settings updated`)}
        >
          <Trans>Reopen</Trans>
        </ActionButton>
      )}
      {!isAllowed(person, 'activate') && !isAllowed(person, 'reopen') && (
        <ActionLink
          writes
          icon={<IconPencil />}
          to="/user/view-details/$personId/edit"
          params={{ personId: person.id }}
        >
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

/** The More menu: writing, organising, handing over and access, and at its end the actions that are hard to undo. */
function MoreMenu({ person, onChoose }: MoreProps): ReactElement {
  const { t } = useLingui();
  const groups = useActionGroups({ person, onChoose });
  return (
    <GroupedMenu icon={<IconDots />} title={personName(person)} groups={groups}>
      {t`More`}
    </GroupedMenu>
  );
}

type Action = MenuGroup['actions'][number] & { isShown: boolean };

/** Returns the actions that open other screens. */
function useScreenActions(
  person: Person,
): Record<'edit' | 'ticket' | 'donation' | 'payments' | 'viewAs' | 'log', Action> {
  const { t } = useLingui();
  const { actor, db } = useStore();
  const isAdmin = useLiveQuery(async () => (await db.me.get(actor.user_id))?.is_superuser ?? false, [db, actor]);
  const navigate = route.useNavigate();
  const isShown = useIsShown();
  const params = { personId: person.id };
  const search = { person: person.id };
  const action = (key: string, label: string, icon: ReactElement, onPress: () => unknown, shown = true): Action => ({
    ...{ key, label, icon, isShown: shown },
    onPress: () => void onPress(),
  });
  return {
    edit: action('edit', t`Edit`, <IconPencil />, () => navigate({ to: '/user/view-details/$personId/edit', params })),
    ticket: action('ticket', t`New ticket`, <IconTicket />, () => navigate({ to: '/tickets/new', search })),
    donation: action('donation', t`New donation`, <IconCoins />, () => navigate({ to: '/donations/new', search })),
    payments: action(
      'payments',
      t`Payments`,
      <IconReceipt />,
      () => navigate({ to: '/payments', search }),
      isShown({ to: '/payments' }),
    ),
    viewAs: action(
      'view_as',
      t`View as`,
      <IconEye />,
      () => navigate({ to: '/staff-dashboard/view-as/$personId', params }),
      isAdmin ?? false,
    ),
    log: action('log', t`Action log`, <IconHistory />, () =>
      navigate({ to: '/user/view-details/$personId', params, search: ({ from }) => ({ from, tab: 'log' }) }),
    ),
  };
}

/** Returns the actions on a person that the user may carry out, by group. */
function useActionGroups({ person, onChoose }: MoreProps): MenuGroup[] {
  const { t } = useLingui();
  const { actor } = useStore();
  const isMine = person.responsible_id === actor.user_id;
  const { is_manager } = actor;
  const screens = useScreenActions(person);
  const isSupported = useIsWriteSupported();
  const sheet = (key: SheetKind, label: string, icon: ReactElement, isShown: boolean): Action => ({
    ...{ key, label, icon, isShown },
    onPress: () => onChoose(key),
  });
  const group = (key: string, title: string, actions: readonly Action[]): MenuGroup => ({
    ...{ key, title },
    actions: actions.filter(({ isShown }) => isShown),
  });
  const block = sheet(
    'block',
    person.is_blocked ? t`Unblock` : t`Block`,
    person.is_blocked ? <IconLockOpen /> : <IconBan />,
    is_manager,
  );
  return [
    group('write', t({ message: 'Write', context: 'group of actions on a person' }), [
      sheet('message', t`Message via Telegram`, <IconBrandTelegram />, !person.do_not_contact),
      screens.ticket,
    ]),
    group('organise', t({ message: 'Organise', context: 'group of actions on a person' }), [
      { ...screens.edit, isShown: isSupported('person.edit', { city: '' }) },
      sheet('tags', t`Tags and groups`, <IconTags />, true),
      sheet(
        'partner',
        t`Make a partner`,
        <IconBuildingStore />,
        !partnerOf(person) && mayBecomePartner(person) && isSupported('partner.make'),
      ),
      screens.donation,
      screens.payments,
    ]),
    group('hand_over', t({ message: 'Hand over', context: 'group of actions on a person' }), [
      sheet(
        'give',
        t`Reassign`,
        <IconArrowsExchange />,
        isAllowed(person, 'give') || (is_manager && isAllowed(person, 'assign')),
      ),
    ]),
    group('access', t({ message: 'Access', context: 'group of actions on a person' }), [
      sheet('link', t`Login link`, <IconKey />, !person.is_blocked),
      { ...block, isShown: is_manager && person.is_blocked },
      screens.viewAs,
      screens.log,
    ]),
    {
      ...group('end', t`Reject, close or remove`, [
        sheet(
          'reject',
          t({ message: 'Reject', context: 'a lead' }),
          <IconUserOff />,
          isMine && isAllowed(person, 'reject') && person.status !== 'waiting',
        ),
        sheet('close', t`Close lead`, <IconCircleX />, isAllowed(person, 'close')),
        { ...block, isShown: is_manager && !person.is_blocked },
        sheet('remove', t({ message: 'Remove', context: 'a person, permanently' }), <IconTrash />, is_manager),
      ]),
      isDestructive: true,
    },
  ];
}
