import type { ReactElement } from 'react';
import { CallTask } from './call-task.tsx';
import type { TaskContactProps } from './contact-button.tsx';
import { MapTask } from './map-task.tsx';
import { MessageTask } from './message-task.tsx';

/** The button for contacting the person of a task; renders nothing if no number or address is known. */
export function TaskContact(props: TaskContactProps): ReactElement | null {
  switch (props.task.type) {
    case 'call':
      return <CallTask {...props} />;
    case 'meet':
      return <MapTask {...props} />;
    case 'message':
      return <MessageTask {...props} />;
  }
}
