import * as does from './actions.ts';

/** A step of the day: an action and its name. */
export interface Step {
  name: string;
  action: does.DayAction;
}

/** Meetings that were planned before the day starts. */
export const PLANNED_MEETINGS = [
  'Visit the Webers',
  'Coffee with Ada',
  'Reading circle',
  'Book stall',
  'Evening group',
] as const;
const [VISIT, COFFEE, CIRCLE, STALL, EVENING] = PLANNED_MEETINGS;

/** Text that this device writes while the other device edits the same records. */
export const OWN_TEXT = 'Written in the bus.';

const step = (name: string, action: does.DayAction): Step => ({ name, action });

/** Steps on a slow connection that loses requests. */
export const morning: readonly Step[] = [
  step('start', does.startTask(VISIT)),
  step('new contact', does.addContact('Ulrike', '+491701234501')),
  step('call', does.logCall('Ulrike', 'Reached')),
  step('comment', does.commentLesson(0)),
  step('pause', does.pauseTask(VISIT)),
  step('later', does.rescheduleTask(CIRCLE)),
  step('edit', does.editContact('Edited', { Notes: 'Asked for the reading list.' })),
  step('call with a person', does.logCallWithPerson('No answer')),
  step('note on a person', does.addPersonNote),
  step('news', does.readNews),
  step('category', does.addCategory),
  step('lead', does.takeLead),
  step('finish', does.finishTask(VISIT, 'Took place')),
];

/** Steps that are performed offline, while the app is killed several times. */
export const midday: readonly Step[] = [
  step('start', does.startTask(COFFEE)),
  step('photo', does.photograph),
  step('clash', does.editContact('Clash', { Notes: OWN_TEXT })),
  step('help', does.askForHelp),
  step('new contact', does.addContact('Volker', '+491701234502')),
  step('call', does.logCall('Volker', 'No answer')),
  step('finish', does.finishTask(COFFEE, 'Took place')),
  step('plan', does.planMeeting('Tea with Volker')),
  step('comment', does.commentLesson(1)),
  step('reading', does.readLesson(2)),
  step('move', does.changeCity('Ulm')),
  step('call', does.logCall('Third', 'Reached')),
  step('event', does.answerEvent),
  step('lead', does.takeLead),
  step('colours', does.setColours('Dark')),
  step('note on a person', does.addPersonNote),
];

/** Steps on the slow connection, while all changes of the midday are still unsent. */
export const afternoon: readonly Step[] = [
  step('start', does.startTask('Tea with Volker')),
  step('give up', does.cancelTask(STALL)),
  step('start', does.startTask(EVENING)),
  step('edit', does.editContact('Edited', { Notes: 'Has the reading list.' })),
  step('comment', does.commentLesson(3)),
  step('call', does.logCall('Ulrike', 'Call back')),
  step('call with a person', does.logCallWithPerson('Reached')),
  step('active', does.activatePerson),
  step('call', does.logCall('Volker', 'Reached')),
  step('plan', does.planMeeting('Ada again')),
  step('reopen', does.reopenTask(STALL)),
  step('finish', does.finishTask(EVENING, 'Took place')),
  step('news', does.readNews),
  step('comment', does.commentLesson(4)),
];
