import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { flowFields } from '../../../../contract/entities/flow.ts';
import { z } from '../../../../contract/zod.ts';
import { Form, SubmitButton } from '../../../forms/form.tsx';
import { requiredText } from '../../../forms/schema.ts';
import { useAppForm } from '../../../forms/use-app-form.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { editFlow } from '../actions.ts';
import { AddressField } from '../address-field.tsx';
import { useEditor } from '../editor/editor-context.tsx';
import { suggestedName } from '../new/unique-name.ts';
import { useNameCheck } from '../use-name-check.ts';
import styles from './publish.module.css';

const schema = z.object({ unique_name: requiredText(flowFields.unique_name) });

/** The form that sets the address of a page. */
export function AddressForm({ onDone }: { onDone: () => void }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const { flow } = useEditor();
  const { taken_name: taken } = flow;
  const form = useAppForm({
    schema,
    initial: { unique_name: flow.unique_name ?? taken ?? suggestedName(flow.title) },
    onSubmit: async ({ unique_name }) => {
      await editFlow(store, flow, { unique_name });
      onDone();
    },
  });
  const name = useWatch({ control: form.control, name: 'unique_name' });
  const check = useNameCheck(name, flow.id);
  return (
    <Form form={form} className={styles.address} aria-label={t`Address`}>
      <AddressField
        control={form.control}
        name="unique_name"
        check={check}
        description={taken === null ? t`The end of the link: /l/${name || '…'}` : t`The address “${taken}” is taken`}
        isRequired
      />
      <SubmitButton form={form} variant="soft" small isDisabled={check.state === 'taken'}>
        <Trans>Save address</Trans>
      </SubmitButton>
    </Form>
  );
}
