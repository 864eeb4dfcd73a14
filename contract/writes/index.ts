import type { z } from '../zod.ts';
import type { EntityName } from '../entities/stores.ts';
import { addBookmark, setReadingPosition, removeBookmark } from './book.ts';
import { messagePerson } from './chatbot.ts';
import { addComment, deleteComment, editComment } from './comment.ts';
import { createContactCategory, deleteContactCategory, editContactCategory } from './contact-category.ts';
import { createContact, deleteContact, editContact, restoreContact, setContactPhoto } from './contact.ts';
import { mergeContacts, unmergeContacts } from './contact-merge.ts';
import type { WriteContext, WriteMode } from './define.ts';
import { confirmDonationWrite, correctDonationWrite, rejectDonationWrite, submitDonation } from './donation.ts';
import { answerEvent } from './event.ts';
import { archiveFlow, createFlow, deleteFlow, editFlow, setFlowCover, unarchiveFlow } from './flow.ts';
import { declineHandover, offerHandover, takeHandover } from './handover.ts';
import { deleteInteraction, editInteraction, logInteraction } from './interaction.ts';
import {
  addBlock,
  deleteBlock,
  editBlock,
  hideBlock,
  moveBlock,
  restoreBlock,
  setBlockImages,
} from './landing-block.ts';
import {
  activateLeadWrite,
  closeLeadWrite,
  createLead,
  editPerson,
  giveLeadWrite,
  addPersonNote,
  rejectLeadWrite,
  removeLead,
  reopenLeadWrite,
  takeLead,
} from './lead.ts';
import { markLessonDone, recordReadingTime, reopenLesson } from './lesson.ts';
import { setAvatar, setWorkTimes, updateMe } from './me.ts';
import { markNewsRead } from './news.ts';
import { markNotificationRead } from './notification.ts';
import { attachPartnerFile, detachPartnerFile, makePartnerWrite, setPartnerCommission } from './partner.ts';
import {
  endRecurringDonationWrite,
  pauseRecurringDonationWrite,
  resumeRecurringDonationWrite,
} from './recurring-donation.ts';
import { createSavedView, deleteSavedView, editSavedView } from './saved-view.ts';
import { updateSettings } from './settings.ts';
import { autoPayWrite } from './subscription.ts';
import {
  cancelTaskWrite,
  confirmSliceWrite,
  createTask,
  editTask,
  finishTaskWrite,
  pauseTaskWrite,
  reassignTaskWrite,
  reopenTaskWrite,
  rescheduleTaskWrite,
  startTaskWrite,
} from './task.ts';
import {
  answerTicketWrite,
  createTicketForPersonWrite,
  messageTicketWrite,
  addTicketNoteWrite,
  prioritiseTicketWrite,
  rejectTicketWrite,
  releaseTicketWrite,
  resolveTicketWrite,
  resumeTicketWrite,
  snoozeTicketWrite,
  takeTicketWrite,
} from './staff-ticket.ts';
import {
  cancelTicketWrite,
  closeTicketWrite,
  createTicket,
  rateTicketWrite,
  reopenTicketWrite,
  replyTicketWrite,
} from './ticket.ts';

/**
 * The list of all writes by name. A name on the wire is permanent, because a phone may hold unsent writes for months.
 */
export const writes = {
  'comment.add': addComment,
  'comment.edit': editComment,
  'comment.delete': deleteComment,
  'lesson.time': recordReadingTime,
  'lesson.done': markLessonDone,
  'lesson.reopen': reopenLesson,
  'task.create': createTask,
  'task.edit': editTask,
  'task.start': startTaskWrite,
  'task.pause': pauseTaskWrite,
  'task.finish': finishTaskWrite,
  'task.reschedule': rescheduleTaskWrite,
  'task.cancel': cancelTaskWrite,
  'task.reopen': reopenTaskWrite,
  'task.reassign': reassignTaskWrite,
  'task.confirm_slice': confirmSliceWrite,
  'settings.update': updateSettings,
  'me.update': updateMe,
  'me.avatar': setAvatar,
  'me.work_times': setWorkTimes,
  'ticket.create': createTicket,
  'ticket.reply': replyTicketWrite,
  'ticket.cancel': cancelTicketWrite,
  'ticket.close': closeTicketWrite,
  'ticket.reopen': reopenTicketWrite,
  'ticket.rate': rateTicketWrite,
  'ticket.create_for': createTicketForPersonWrite,
  'ticket.take': takeTicketWrite,
  'ticket.release': releaseTicketWrite,
  'ticket.answer': answerTicketWrite,
  'ticket.note': addTicketNoteWrite,
  'ticket.resolve': resolveTicketWrite,
  'ticket.reject': rejectTicketWrite,
  'ticket.resume': resumeTicketWrite,
  'ticket.snooze': snoozeTicketWrite,
  'ticket.prioritise': prioritiseTicketWrite,
  'ticket.message': messageTicketWrite,
  'contact.create': createContact,
  'contact.edit': editContact,
  'contact.photo': setContactPhoto,
  'contact.delete': deleteContact,
  'contact.restore': restoreContact,
  'contact.merge': mergeContacts,
  'contact.unmerge': unmergeContacts,
  'contact_category.create': createContactCategory,
  'contact_category.edit': editContactCategory,
  'contact_category.delete': deleteContactCategory,
  'interaction.log': logInteraction,
  'interaction.edit': editInteraction,
  'interaction.delete': deleteInteraction,
  'donation.submit': submitDonation,
  'donation.correct': correctDonationWrite,
  'donation.confirm': confirmDonationWrite,
  'donation.reject': rejectDonationWrite,
  'recurring_donation.pause': pauseRecurringDonationWrite,
  'recurring_donation.resume': resumeRecurringDonationWrite,
  'recurring_donation.end': endRecurringDonationWrite,
  'lead.create': createLead,
  'lead.take': takeLead,
  'lead.give': giveLeadWrite,
  'lead.reject': rejectLeadWrite,
  'lead.activate': activateLeadWrite,
  'lead.close': closeLeadWrite,
  'lead.reopen': reopenLeadWrite,
  'lead.remove': removeLead,
  'partner.make': makePartnerWrite,
  'partner.attach': attachPartnerFile,
  'partner.detach': detachPartnerFile,
  'partner.commission': setPartnerCommission,
  'person.edit': editPerson,
  'person.note': addPersonNote,
  'person.message': messagePerson,
  'handover.offer': offerHandover,
  'handover.take': takeHandover,
  'handover.decline': declineHandover,
  'news.read': markNewsRead,
  'notification.read': markNotificationRead,
  'event.answer': answerEvent,
  'subscription.auto_pay': autoPayWrite,
  'book.place': setReadingPosition,
  'book.mark': addBookmark,
  'book.unmark': removeBookmark,
  'flow.create': createFlow,
  'flow.edit': editFlow,
  'flow.cover': setFlowCover,
  'flow.archive': archiveFlow,
  'flow.unarchive': unarchiveFlow,
  'flow.delete': deleteFlow,
  'landing_block.add': addBlock,
  'landing_block.edit': editBlock,
  'landing_block.images': setBlockImages,
  'landing_block.move': moveBlock,
  'landing_block.hide': hideBlock,
  'landing_block.delete': deleteBlock,
  'landing_block.restore': restoreBlock,
  'saved_view.create': createSavedView,
  'saved_view.edit': editSavedView,
  'saved_view.delete': deleteSavedView,
};

export type WriteName = keyof typeof writes;
export type Args<K extends WriteName> = z.infer<(typeof writes)[K]['args']>;
export const writeNames = Object.keys(writes) as [WriteName, ...WriteName[]];

/** A write with its types erased. It parses its args itself, so that callers need no casts. */
export interface AnyWrite {
  name: WriteName;
  entity: EntityName;
  mode: WriteMode;
  v: number;
  background: boolean;
  only_copy: boolean;
  lane: string | null;
  /** Parses args of version `from` (default: the current version). Throws ZodError. */
  parse(args: unknown, from?: number): unknown;
  blobs(args: unknown): readonly string[];
  /** Returns the row after this write; null removes it. Throws Refused for an invalid write. */
  optimistic(row: unknown, args: unknown, context: WriteContext): unknown;
}

interface TypedWrite {
  entity: EntityName;
  mode: WriteMode;
  v: number;
  background?: true;
  only_copy?: true;
  lane?: string;
  args: z.ZodMiniType;
  upcast?(args: unknown, from: number): unknown;
  blobs?(args: unknown): readonly string[];
  optimistic(row: unknown, args: unknown, context: WriteContext): unknown;
}

/** Wraps a write so that its types are erased. */
export function asAnyWrite(name: WriteName, write: TypedWrite): AnyWrite {
  const upcastArgs = (args: unknown, from: number) =>
    from < write.v && write.upcast ? write.upcast(args, from) : args;
  return {
    name,
    entity: write.entity,
    mode: write.mode,
    v: write.v,
    background: write.background ?? false,
    only_copy: write.only_copy ?? false,
    lane: write.lane ?? null,
    parse: (args, from = write.v) => write.args.parse(upcastArgs(args, from)),
    blobs: (args) => write.blobs?.(write.args.parse(args)) ?? [],
    optimistic: (row, args, context) => write.optimistic(row, write.args.parse(args), context),
  };
}

/** Returns the write with the given name, or undefined if there is none. */
export function writeNamed(name: string): AnyWrite | undefined {
  if (!Object.hasOwn(writes, name)) return undefined;
  const writeName = name as WriteName;
  return asAnyWrite(writeName, writes[writeName] as unknown as TypedWrite);
}

/** Returns the lane of a write. Writes in the same lane are sent in order. */
export function laneOf(write: Pick<AnyWrite, 'entity' | 'lane'>, id: string): string {
  return write.lane === null ? `${write.entity}:${id}` : `${write.entity}:${id}:${write.lane}`;
}
