import type { WriteName } from '../../contract/writes/index.ts';
import { addBookmarkHandler, setReadingPositionHandler, removeBookmarkHandler } from '../features/books/writes.ts';
import { messagePersonHandler } from '../features/chatbot/writes.ts';
import { addCommentHandler, deleteCommentHandler, editCommentHandler } from '../features/comments/writes.ts';
import {
  createCategoryHandler,
  deleteCategoryHandler,
  editCategoryHandler,
} from '../features/contacts/category-writes.ts';
import {
  contactPhotoHandler,
  createContactHandler,
  deleteContactHandler,
  editContactHandler,
  restoreContactHandler,
} from '../features/contacts/writes.ts';
import { mergeContactHandler, unmergeContactHandler } from '../features/contacts/merge-writes.ts';
import {
  confirmDonationHandler,
  correctDonationHandler,
  rejectDonationHandler,
  submitDonationHandler,
} from '../features/donations/writes.ts';
import {
  endRecurringDonationHandler,
  pauseRecurringDonationHandler,
  resumeRecurringDonationHandler,
} from '../features/donations/recurring-writes.ts';
import { workTimesHandler } from '../features/employees/work-times.ts';
import { answerEventHandler } from '../features/events/writes.ts';
import {
  addBlockHandler,
  blockImagesHandler,
  deleteBlockHandler,
  editBlockHandler,
  hideBlockHandler,
  moveBlockHandler,
  restoreBlockHandler,
} from '../features/flows/block-writes.ts';
import {
  archiveFlowHandler,
  createFlowHandler,
  deleteFlowHandler,
  editFlowHandler,
  flowCoverHandler,
  unarchiveFlowHandler,
} from '../features/flows/flow-writes.ts';
import { declineHandoverHandler, offerHandoverHandler, takeHandoverHandler } from '../features/handovers/writes.ts';
import {
  deleteInteractionHandler,
  editInteractionHandler,
  logInteractionHandler,
} from '../features/interactions/writes.ts';
import { lessonDoneHandler, lessonReopenHandler, lessonTimeHandler } from '../features/lessons/writes.ts';
import {
  attachPartnerFileHandler,
  detachPartnerFileHandler,
  makePartnerHandler,
  setCommissionHandler,
} from '../features/partners/writes.ts';
import { createLeadHandler } from '../features/people/create.ts';
import { editPersonHandler } from '../features/people/edit.ts';
import { giveLeadHandler } from '../features/people/assign.ts';
import { removeLeadHandler } from '../features/people/remove.ts';
import { takeLeadHandler } from '../features/people/claim.ts';
import {
  activateLeadHandler,
  closeLeadHandler,
  addPersonNoteHandler,
  rejectLeadHandler,
  reopenLeadHandler,
} from '../features/people/writes.ts';
import { readNewsHandler } from '../features/news/writes.ts';
import { readNotificationHandler } from '../features/notifications/writes.ts';
import { createViewHandler, deleteViewHandler, editViewHandler } from '../features/saved-views/writes.ts';
import { avatarHandler, updateMeHandler, updateSettingsHandler } from '../features/settings/writes.ts';
import { autoPayHandler } from '../features/subscription/auto-pay.ts';
import {
  cancelTaskHandler,
  confirmSliceHandler,
  createTaskHandler,
  editTaskHandler,
  finishTaskHandler,
  pauseTaskHandler,
  reassignTaskHandler,
  reopenTaskHandler,
  rescheduleTaskHandler,
  startTaskHandler,
} from '../features/tasks/writes.ts';
import { createTicketForPersonHandler } from '../features/tickets/staff-create.ts';
import {
  answerTicketHandler,
  messageTicketHandler,
  addTicketNoteHandler,
  prioritiseTicketHandler,
  rejectTicketHandler,
  releaseTicketHandler,
  resolveTicketHandler,
  resumeTicketHandler,
  snoozeTicketHandler,
  takeTicketHandler,
} from '../features/tickets/staff-writes.ts';
import {
  cancelTicketHandler,
  closeTicketHandler,
  createTicketHandler,
  rateTicketHandler,
  reopenTicketHandler,
  replyTicketHandler,
} from '../features/tickets/writes.ts';
import type { HandlerContext, WriteHandler, WriteHandlers, WriteInput, WriteOutcome } from '../handlers.ts';

/** One handler per write of the contract. */
const writeHandlers: WriteHandlers = {
  'comment.add': addCommentHandler,
  'comment.edit': editCommentHandler,
  'comment.delete': deleteCommentHandler,
  'lesson.time': lessonTimeHandler,
  'lesson.done': lessonDoneHandler,
  'lesson.reopen': lessonReopenHandler,
  'task.create': createTaskHandler,
  'task.edit': editTaskHandler,
  'task.start': startTaskHandler,
  'task.pause': pauseTaskHandler,
  'task.finish': finishTaskHandler,
  'task.reschedule': rescheduleTaskHandler,
  'task.cancel': cancelTaskHandler,
  'task.reopen': reopenTaskHandler,
  'task.reassign': reassignTaskHandler,
  'task.confirm_slice': confirmSliceHandler,
  'settings.update': updateSettingsHandler,
  'me.update': updateMeHandler,
  'me.avatar': avatarHandler,
  'me.work_times': workTimesHandler,
  'ticket.create': createTicketHandler,
  'ticket.reply': replyTicketHandler,
  'ticket.cancel': cancelTicketHandler,
  'ticket.close': closeTicketHandler,
  'ticket.reopen': reopenTicketHandler,
  'ticket.rate': rateTicketHandler,
  'ticket.create_for': createTicketForPersonHandler,
  'ticket.take': takeTicketHandler,
  'ticket.release': releaseTicketHandler,
  'ticket.answer': answerTicketHandler,
  'ticket.note': addTicketNoteHandler,
  'ticket.resolve': resolveTicketHandler,
  'ticket.reject': rejectTicketHandler,
  'ticket.resume': resumeTicketHandler,
  'ticket.snooze': snoozeTicketHandler,
  'ticket.prioritise': prioritiseTicketHandler,
  'ticket.message': messageTicketHandler,
  'contact.create': createContactHandler,
  'contact.edit': editContactHandler,
  'contact.photo': contactPhotoHandler,
  'contact.delete': deleteContactHandler,
  'contact.restore': restoreContactHandler,
  'contact.merge': mergeContactHandler,
  'contact.unmerge': unmergeContactHandler,
  'contact_category.create': createCategoryHandler,
  'contact_category.edit': editCategoryHandler,
  'contact_category.delete': deleteCategoryHandler,
  'interaction.log': logInteractionHandler,
  'interaction.edit': editInteractionHandler,
  'interaction.delete': deleteInteractionHandler,
  'donation.submit': submitDonationHandler,
  'donation.correct': correctDonationHandler,
  'donation.confirm': confirmDonationHandler,
  'donation.reject': rejectDonationHandler,
  'recurring_donation.pause': pauseRecurringDonationHandler,
  'recurring_donation.resume': resumeRecurringDonationHandler,
  'recurring_donation.end': endRecurringDonationHandler,
  'lead.create': createLeadHandler,
  'lead.take': takeLeadHandler,
  'lead.give': giveLeadHandler,
  'lead.reject': rejectLeadHandler,
  'lead.activate': activateLeadHandler,
  'lead.close': closeLeadHandler,
  'lead.reopen': reopenLeadHandler,
  'lead.remove': removeLeadHandler,
  'partner.make': makePartnerHandler,
  'partner.attach': attachPartnerFileHandler,
  'partner.detach': detachPartnerFileHandler,
  'partner.commission': setCommissionHandler,
  'person.edit': editPersonHandler,
  'person.note': addPersonNoteHandler,
  'person.message': messagePersonHandler,
  'handover.offer': offerHandoverHandler,
  'handover.take': takeHandoverHandler,
  'handover.decline': declineHandoverHandler,
  'news.read': readNewsHandler,
  'notification.read': readNotificationHandler,
  'event.answer': answerEventHandler,
  'subscription.auto_pay': autoPayHandler,
  'book.place': setReadingPositionHandler,
  'book.mark': addBookmarkHandler,
  'book.unmark': removeBookmarkHandler,
  'flow.create': createFlowHandler,
  'flow.edit': editFlowHandler,
  'flow.cover': flowCoverHandler,
  'flow.archive': archiveFlowHandler,
  'flow.unarchive': unarchiveFlowHandler,
  'flow.delete': deleteFlowHandler,
  'landing_block.add': addBlockHandler,
  'landing_block.edit': editBlockHandler,
  'landing_block.images': blockImagesHandler,
  'landing_block.move': moveBlockHandler,
  'landing_block.hide': hideBlockHandler,
  'landing_block.delete': deleteBlockHandler,
  'landing_block.restore': restoreBlockHandler,
  'saved_view.create': createViewHandler,
  'saved_view.edit': editViewHandler,
  'saved_view.delete': deleteViewHandler,
};

/** A write whose args have been parsed by its own schema. Created only from a ParsedOp. */
export type ParsedWrite = Omit<WriteInput<WriteName>, 'args'> & { args: unknown };

/** Runs the handler of a write in an open transaction. Throws Refused for a final refusal. */
export function runWrite(kind: WriteName, context: HandlerContext, write: ParsedWrite): Promise<WriteOutcome> {
  const handler = writeHandlers[kind] as WriteHandler<WriteName>;
  return handler(context, write as WriteInput<WriteName>);
}
