import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

/** Names of the lists of choices that can be requested. */
export const choiceNames = [
  'contact_statuses',
  'contact_colors',
  'interaction_kinds',
  'interaction_results',
  'task_types',
  'priorities',
  'languages',
  'countries',
  'time_zones',
] as const;

/** The name of a list in the path of a request. An unknown name returns 404, like any path that does not exist. */
export const ChoiceName = z.string().check(z.maxLength(60));

export const Choice = z.object({ value: z.string(), label: z.string() });
export type Choice = z.infer<typeof Choice>;

export const choiceCalls = {
  'choices.list': defineCall({
    method: 'GET',
    path: '/api/{path}',
    roles: members,
    summary: 'Choices for a select field, in the language of the account',
    idempotent: false,
    params: z.strictObject({ path: ChoiceName }),
    reply: z.array(Choice),
  }),
};
