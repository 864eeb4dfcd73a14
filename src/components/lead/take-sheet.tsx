import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { startMinutes, taskTypes, type TaskType } from '../../../contract/values.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { taskTypeLabels } from '../task/task-labels.ts';
import { useRequestAction } from '../../hooks/use-write-action.ts';
import { Button } from '../../ui/button.tsx';
import { ChipField } from '../../ui/field-group.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { takeLead } from './lead-requests.ts';
import styles from './lead.module.css';
import { useIsDisconnected } from './use-is-disconnected.ts';

function useStartLabels(): Record<(typeof startMinutes)[number], string> {
  const { t } = useLingui();
  return {
    0: t`Now`,
    15: t`15 min`,
    30: t`30 min`,
    45: t`45 min`,
    60: t`1 hour`,
    75: t`1 h 15 min`,
    90: t`1 h 30 min`,
  };
}

interface TakeSheetProps {
  lead: WaitingLead;
  onClose: () => void;
  /** Called when the request has been queued. */
  onRequested?: () => Promise<unknown>;
}

/** A sheet for taking a waiting lead, in which the employee chooses the first task and its time. */
export function TakeSheet({ lead, onClose, onRequested }: TakeSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const request = useRequestAction();
  const startLabels = useStartLabels();
  const [type, setType] = useState<TaskType>('call');
  const [start_in, setStart] = useState(0);
  const isDisconnected = useIsDisconnected();
  const name = lead.first_name;
  const take = async (): Promise<string> => {
    const op_id = await takeLead(store, lead, { type, start_in });
    onClose();
    await onRequested?.();
    return op_id;
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={isDisconnected ? t`Request ${name}` : t`Take ${name}`}
      description={
        isDisconnected ? (
          <Trans>You are offline. The first employee whose request is sent gets the lead.</Trans>
        ) : (
          <Trans>This also creates the first task.</Trans>
        )
      }
      footer={
        <Button
          writes
          onPress={() => void request(take, t`Task created`, t`Requested. ${name} is not confirmed as yours yet.`)}
        >
          {isDisconnected ? <Trans context="verb">Request</Trans> : <Trans context="verb">Take</Trans>}
        </Button>
      }
    >
      <div className={styles.form}>
        <ChipField
          label={t`First task`}
          value={type}
          onChange={(key) => setType(key as TaskType)}
          chips={taskTypes.map((key) => ({ key, label: t(taskTypeLabels[key]) }))}
        />
        <ChipField
          label={t`Start`}
          value={String(start_in)}
          onChange={(key) => setStart(Number(key))}
          chips={startMinutes.map((minutes) => ({ key: String(minutes), label: startLabels[minutes] }))}
        />
      </div>
    </Sheet>
  );
}
