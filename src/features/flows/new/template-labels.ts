import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { TemplateKey } from './templates/blocks.ts';

/** Names of the page templates, and what each is for. */
export const templateLabels: Record<TemplateKey, { name: MessageDescriptor; about: MessageDescriptor }> = {
  evening: { name: msg`Open evening`, about: msg`Invitation to an event, with questions and a form` },
  course: { name: msg`Free course`, about: msg`What people learn, how it works and a form` },
  consultation: { name: msg`Consultation`, about: msg`Asks for a call to discuss a question` },
  newsletter: { name: msg`Newsletter`, about: msg`Collects subscribers and their questions` },
  personal: { name: msg`Personal page`, about: msg`Who you are and how to reach you` },
};
