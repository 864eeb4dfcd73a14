import { linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ScreenPath } from '../../ui/app-nav.tsx';

/** Functions that return the link of an entry. Their return types make up the type of all links, `EntryLink`. */
export const linkTo = {
  person: (personId: string) => linkOptions({ to: '/user/view-details/$personId', params: { personId } }),
  editPerson: (personId: string) => linkOptions({ to: '/user/view-details/$personId/edit', params: { personId } }),
  contact: (contactId: string) => linkOptions({ to: '/contacts/$contactId', params: { contactId } }),
  editContact: (contactId: string) => linkOptions({ to: '/contacts/$contactId/edit', params: { contactId } }),
  waiting: () => linkOptions({ to: '/leads', search: { tab: 'waiting' } }),
  ticket: (ticketId: string) => linkOptions({ to: '/user/new-request/$ticketId', params: { ticketId } }),
  ownTicket: (ticketId: string) => linkOptions({ to: '/help/$ticketId', params: { ticketId } }),
  task: (taskId: string) => linkOptions({ to: '/tasks/$taskId', params: { taskId } }),
  book: (bookId: string) => linkOptions({ to: '/books/$bookId', params: { bookId } }),
  call: (callId: string) => linkOptions({ to: '/calls/$callId/edit', params: { callId } }),
  tickets: () => linkOptions({ to: '/tickets' }),
  requests: () => linkOptions({ to: '/help' }),
  tasks: () => linkOptions({ to: '/tasks' }),
  lesson: (lessonId: string) => linkOptions({ to: '/lesson/view/$lessonId', params: { lessonId } }),
  callWith: (search: { person?: string; contact?: string }) => linkOptions({ to: '/calls/new', search }),
  taskFor: (person: string) => linkOptions({ to: '/tasks', search: { with: person } }),
  newTask: () => linkOptions({ to: '/tasks', search: { add: 'task' } }),
  newLead: (contact: string) => linkOptions({ to: '/leads/new', search: { contact } }),
  peopleBy: (q: string) => linkOptions({ to: '/people', search: { q } }),
  contactsBy: (q: string) => linkOptions({ to: '/contacts', search: { q } }),
  screen: (to: ScreenPath) => linkOptions({ to }),
};

export type EntryLink = ReturnType<(typeof linkTo)[keyof typeof linkTo]>;

interface EntryLook {
  /** Key that is unique among all entries. */
  key: string;
  title: string;
  /** Language of the title, if the title is content and not a text of the app. */
  lang?: string;
  detail?: string;
  /** Long text in which the search also looks; the part around a match is shown after `detail`. */
  body?: string;
  /** The person whose initials the avatar shows. An entry without an avatar has an icon. */
  avatar?: { name: string; id: string };
  icon?: ReactNode;
  /** Keyboard shortcut for the same action outside the palette. */
  keys?: readonly string[];
  /** The person or contact that this entry opens, for whom actions are offered. */
  person?: { kind: 'person' | 'contact'; id: string; name: string };
}

/** A search result, action or navigation item that opens a screen. */
export interface LinkEntry extends EntryLook {
  link: EntryLink;
  run?: never;
}

/** An action that works without opening a screen. */
export interface RunEntry extends EntryLook {
  run: () => void;
  link?: never;
}

export type PaletteEntry = LinkEntry | RunEntry;

export interface EntryGroup {
  key: string;
  title: string;
  /** Text beside the title of the group. */
  about?: string;
  entries: readonly PaletteEntry[];
  /** Number of all matches, if it is known; `entries` may contain fewer. */
  count?: number;
  /** The list that shows all matches. */
  more?: EntryLink | undefined;
}

/** A screen of the app that the user's role may open. */
export interface PaletteScreen {
  key: string;
  label: string;
  icon: ReactNode;
  to: ScreenPath;
  keys?: readonly string[];
}
