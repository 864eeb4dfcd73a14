import type { ReactElement } from 'react';
import type { Task, WorkSlice } from '../../../contract/entities/task.ts';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { FinishSheet } from './finish-sheet.tsx';
import { ReassignSheet } from './reassign-sheet.tsx';
import { CancelSheet, RescheduleSheet } from './step-sheets.tsx';
import { TaskSheet } from './task-sheet.tsx';

export type OpenSheetOf =
  | { kind: 'new' }
  | { kind: 'edit' | 'finish' | 'reschedule' | 'cancel' | 'reassign'; task: Task }
  | { kind: 'confirm'; task: Task; slice: WorkSlice };

export interface OpenSheetProps {
  sheet: OpenSheetOf;
  onClose: () => void;
  onFinished: (task: Task) => void;
}

/** Shows the open sheet, which is loaded with its form and dialog on first use. */
export function OpenSheet({ sheet, onClose, onFinished }: OpenSheetProps): ReactElement {
  switch (sheet.kind) {
    case 'new':
      return <TaskSheet task={null} onClose={onClose} />;
    case 'edit':
      return <TaskSheet task={sheet.task} onClose={onClose} />;
    case 'finish':
      return <FinishSheet task={sheet.task} onClose={onClose} onFinished={() => onFinished(sheet.task)} />;
    case 'reschedule':
      return <RescheduleSheet task={sheet.task} onClose={onClose} />;
    case 'cancel':
      return <CancelSheet task={sheet.task} onClose={onClose} />;
    case 'reassign':
      return <ReassignSheet task={sheet.task} onClose={onClose} />;
    case 'confirm':
      return <ConfirmSheet task={sheet.task} slice={sheet.slice} onClose={onClose} />;
  }
}
