import { linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ScreenPath } from '../../../ui/app-nav.tsx';

/** Returns where an entry leads to; one place, so that all entries have links of the same type. */
export const linkTo = {
  person: (personId: string) => linkOptions({ to: '/user/view-details/$personId', params: { personId } }),
  editPerson: (personId: string) => linkOptions({ to: '/user/view-details/$personId/edit', params: { personId } }),
  contact: (contactId: string) => linkOptions({ to: '/contacts/$contactId', params: { contactId } }),
  editContact: (contactId: string) => linkOptions({ to: '/contacts/$contactId/edit', params: { contactId } }),
  waiting: () => linkOptions({ to: '/leads', search: { tab: 'waiting' } }),
  ticket: (ticketId: string) => linkOptions({ to: '/user/new-request/$ticketId', params: { ticketId } }),
  ownTicket: (ticketId: string) => linkOptions({ to: '/help/$ticketId', params: { ticketId } }),
  task: (taskId: string) => linkOptions({ to: '/tasks/$taskId', params: { taskId } }),
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

/** A row of the palette that leads to a screen. */
export interface Entry {
  /** Unique among all entries. */
  key: string;
  title: string;
  /** Language of the title if it is content. */
  lang?: string;
  detail?: string;
  icon: ReactNode;
  link: EntryLink;
  /** Keys that do the same without the palette. */
  keys?: readonly string[];
  /** The person or contact of this entry, for whom there are actions. */
  person?: { kind: 'person' | 'contact'; id: string; name: string };
}

export interface EntryGroup {
  key: string;
  title: string;
  /** Quiet text beside the title. */
  about?: string;
  entries: readonly Entry[];
}

/** A screen of the app that the user's role may open. */
export interface PaletteScreen {
  key: string;
  label: string;
  icon: ReactNode;
  to: ScreenPath;
  keys?: readonly string[];
}
