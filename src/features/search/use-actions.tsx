import { useLingui } from '@lingui/react/macro';
import IconCash from '@tabler/icons-react/dist/esm/icons/IconCash.mjs';
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import IconLayoutBoard from '@tabler/icons-react/dist/esm/icons/IconLayoutBoard.mjs';
import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPhonePlus from '@tabler/icons-react/dist/esm/icons/IconPhonePlus.mjs';
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { useIsShown } from '../../hooks/use-is-shown.ts';
import { isViewing } from '../../lib/view-mode.ts';
import { type PaletteEntry, type LinkEntry, linkTo } from './entry.ts';
import { useQuickActions } from './quick-actions.tsx';

type Action = Omit<LinkEntry, 'key'>;

/**
 * Returns the actions for the user's role; the first ones are suggested before a text is typed. View mode has no
 * actions, because every action changes something.
 */
export function useActions(isStaff: boolean): { suggested: readonly PaletteEntry[]; all: readonly PaletteEntry[] } {
  const { t } = useLingui();
  const call: Action = { title: t`Log a call`, icon: <IconPhonePlus />, link: linkTo.screen('/calls/new') };
  const task: Action = { title: t`Add task`, icon: <IconCalendarPlus />, link: linkTo.newTask() };
  const staff: Action[] = [
    { title: t`Add lead`, icon: <IconUserPlus />, link: linkTo.screen('/leads/new') },
    { title: t`New ticket`, icon: <IconTicket />, link: linkTo.screen('/tickets/new') },
    { title: t`New donation`, icon: <IconCash />, link: linkTo.screen('/donations/new') },
  ];
  const everyone: Action[] = [
    { title: t`Add contact`, icon: <IconUserPlus />, link: linkTo.screen('/contacts/new') },
    { title: t`Import contacts`, icon: <IconFileImport />, link: linkTo.screen('/contacts/import') },
    { title: t`Invite`, icon: <IconUserPlus />, link: linkTo.screen('/team/invite') },
    { title: t`New flow`, icon: <IconLayoutBoard />, link: linkTo.screen('/flows/new') },
    { title: t`New request`, icon: <IconHelpCircle />, link: linkTo.screen('/help/new') },
  ];
  const isShown = useIsShown();
  const quick = useQuickActions(isStaff);
  const toEntries = (actions: readonly Action[]): PaletteEntry[] =>
    actions.filter(({ link }) => isShown(link)).map((action) => ({ ...action, key: `action:${action.link.to}` }));
  if (isViewing()) return { suggested: [], all: [] };
  const suggested = toEntries([call, ...(isStaff ? [task] : [])]);
  return { suggested, all: [...suggested, ...quick, ...toEntries([...(isStaff ? staff : []), ...everyone])] };
}

type Target = NonNullable<PaletteEntry['person']>;

/** Returns a function that creates the action that logs a call with a person or contact. */
export function useCallAction(): (person: Target) => LinkEntry {
  const { t } = useLingui();
  return ({ kind, id, name }) => ({
    key: `call:${id}`,
    title: t`Log a call with ${name}`,
    icon: <IconPhonePlus />,
    link: linkTo.callWith(kind === 'person' ? { person: id } : { contact: id }),
  });
}

/** Returns a function that lists the actions for a person or contact; logging a call comes first. */
export function usePersonActions(isStaff: boolean): (person: Target) => readonly LinkEntry[] {
  const { t } = useLingui();
  const callAction = useCallAction();
  const isShown = useIsShown();
  return (person) => {
    const { kind, id, name } = person;
    const isPerson = kind === 'person';
    const call = callAction(person);
    const task: LinkEntry = {
      key: 'with:task',
      title: t`Add a task for ${name}`,
      icon: <IconCalendarPlus />,
      link: linkTo.taskFor(id),
    };
    const lead: LinkEntry = {
      key: 'with:lead',
      title: t`Create a lead from ${name}`,
      icon: <IconUserPlus />,
      link: linkTo.newLead(id),
    };
    const open: LinkEntry = {
      key: 'with:open',
      title: t`Open ${name}`,
      icon: <IconUser />,
      link: isPerson ? linkTo.person(id) : linkTo.contact(id),
    };
    const edit: LinkEntry = {
      key: 'with:edit',
      title: t`Edit ${name}`,
      icon: <IconPencil />,
      link: isPerson ? linkTo.editPerson(id) : linkTo.editContact(id),
    };
    if (isViewing()) return [open];
    return [call, ...(isStaff ? [isPerson ? task : lead] : []), open, edit].filter(({ link }) => isShown(link));
  };
}
