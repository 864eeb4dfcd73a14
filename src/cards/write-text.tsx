import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { WriteName } from '../../contract/writes/index.ts';

const texts: Record<WriteName, MessageDescriptor> = {
  'comment.add': msg`Comment`,
  'comment.edit': msg`Changed comment`,
  'comment.delete': msg`Deleted comment`,
  'lesson.time': msg`Reading time`,
  'lesson.done': msg`Lesson done`,
  'task.create': msg`New task`,
  'task.edit': msg`Changed task`,
  'task.start': msg`Start`,
  'task.pause': msg`Pause`,
  'task.finish': msg`Finish`,
  'task.reschedule': msg`New time`,
  'task.cancel': msg`Cancelled task`,
  'task.reopen': msg`Reopened task`,
  'settings.update': msg`Settings`,
  'me.update': msg`Profile`,
  'me.avatar': msg`Your photo`,
  'ticket.create': msg`New request`,
  'ticket.reply': msg`Message to a request`,
  'ticket.cancel': msg`Cancelled request`,
  'ticket.close': msg`Closed request`,
  'ticket.reopen': msg`Reopened request`,
  'ticket.rate': msg`Rated request`,
  'contact.create': msg`New contact`,
  'contact.edit': msg`Changed contact`,
  'contact.photo': msg`Photo`,
  'contact.delete': msg`Deleted contact`,
  'contact.restore': msg`Contact brought back`,
  'contact_category.create': msg`New category`,
  'contact_category.edit': msg`Changed category`,
  'contact_category.delete': msg`Deleted category`,
  'interaction.log': msg`Call or visit`,
  'interaction.edit': msg`Changed call or visit`,
  'interaction.delete': msg`Deleted call or visit`,
  'handover.offer': msg`Handed over`,
  'handover.take': msg`Taken over`,
  'handover.decline': msg`Not taken over`,
  'news.read': msg`News read`,
  'event.answer': msg`Answer to an event`,
  'book.place': msg`Place in a book`,
  'book.mark': msg`Bookmark`,
  'book.unmark': msg`Take a bookmark away`,
};

const unknown = msg`Change`;

/** What a queued write is, in words; its `title` says of what. A name that this version does not know is a change. */
export function writeText(kind: WriteName): MessageDescriptor {
  return texts[kind] ?? unknown;
}
