import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { flowFields } from '../../../../contract/entities/flow.ts';
import type { Lang } from '../../../../contract/fields.ts';
import { z } from '../../../../contract/zod.ts';
import { Screen } from '../../../components/app/screen.tsx';
import { useApp } from '../../../hooks/app-context.tsx';
import { useStore } from '../../../hooks/store-context.tsx';
import { FormRadioCards, FormSelectField, FormTextField } from '../../../forms/fields.tsx';
import { Form, RequiredNotice, SubmitButton } from '../../../forms/form.tsx';
import { choiceField, orNull, requiredText } from '../../../forms/schema.ts';
import { type AppForm, useAppForm } from '../../../forms/use-app-form.ts';
import { nativeLanguageNames } from '../../../lib/language-names.ts';
import { BackLink } from '../../../ui/page-header.tsx';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { createFlow } from '../actions.ts';
import { AddressField } from '../address-field.tsx';
import { savedFlowAllowance } from '../queries.ts';
import { useNameCheck } from '../use-name-check.ts';
import styles from './new-flow.module.css';
import { templateLabels } from './template-labels.ts';
import { templateKeys, type TemplateKey } from './templates/blocks.ts';
import { loadTemplates } from './templates/load.ts';
import { suggestedName } from './unique-name.ts';

const EMPTY = 'empty';

const schema = z.object({
  title: requiredText(flowFields.title),
  unique_name: orNull(flowFields.unique_name),
  lang: choiceField(flowFields.lang),
  template: z.string(),
});

interface Values {
  title: string;
  unique_name: string;
  lang: string;
  template: string;
}

type Output = { title: string; unique_name: string | null; lang: Lang; template: string };

function useNewFlow(language: Lang): AppForm<Values, Output> {
  const store = useStore();
  const navigate = useNavigate();
  return useAppForm<Values, Output>({
    schema,
    initial: { title: '', unique_name: '', lang: language, template: templateKeys[0] },
    onSubmit: async ({ template, ...fields }) => {
      const id = store.newId();
      const isEmpty = template === EMPTY;
      const blocks = isEmpty ? [] : (await loadTemplates(fields.lang))[template as TemplateKey];
      await createFlow(store, id, { ...fields, description: '' }, blocks);
      await navigate({ to: '/flows/edit_landing/$flowId', params: { flowId: id }, replace: true });
    },
  });
}

/** The field for the address of a new page, which is derived from the title until the user changes it. */
function NewAddressField({ form }: { form: AppForm<Values, Output> }): ReactElement {
  const { t } = useLingui();
  const name = useWatch({ control: form.control, name: 'unique_name' });
  const check = useNameCheck(name, null);
  return (
    <AddressField
      control={form.control}
      name="unique_name"
      check={check}
      description={t`You can choose it later. The end of the link: /l/${name || '…'}`}
    />
  );
}

function NewFlowForm({ language }: { language: Lang }): ReactElement {
  const { t } = useLingui();
  const form = useNewFlow(language);
  const [suggested, setSuggested] = useState('');
  const suggest = (title: string): void => {
    if (form.getValues('unique_name') !== suggested) return;
    const next = suggestedName(title);
    setSuggested(next);
    form.setValue('unique_name', next);
  };
  const templates = templateKeys.map((value) => {
    const { name, about } = templateLabels[value];
    return { value, title: t(name), subtitle: t(about) };
  });
  return (
    <Form form={form} className={styles.form} aria-label={t`New flow`}>
      <RequiredNotice control={form.control} title={t`Fill all empty fields`} />
      <FormTextField
        control={form.control}
        name="title"
        label={<Trans>Title</Trans>}
        onChange={suggest}
        isRequired
        maxLength={80}
        autoComplete="off"
      />
      <NewAddressField form={form} />
      <FormSelectField
        control={form.control}
        name="lang"
        label={<Trans>Language of the page</Trans>}
        options={Object.entries(nativeLanguageNames).map(([value, label]) => ({ value, label }))}
      />
      <FormRadioCards
        control={form.control}
        name="template"
        label={<Trans>Start with</Trans>}
        layout="tall"
        options={[...templates, { value: EMPTY, title: t`Empty page`, subtitle: t`You add every block yourself` }]}
      />
      <SubmitButton form={form}>
        <Trans>Create flow</Trans>
      </SubmitButton>
    </Form>
  );
}

/** /flows/new: creates a page from one of five templates or an empty one; works offline. */
export function NewFlowScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const { language } = useApp().preferences;
  const allowance = useLiveQuery(async () => savedFlowAllowance(db, actor.user_id), [db, actor.user_id]);
  return (
    <Screen title={t`New flow`} back={<BackLink to="/flows">{t`Flows`}</BackLink>} narrow>
      {!allowance && <Skeleton leading="none" />}
      {allowance?.isFull && (
        <EmptyState>
          <Trans>You have reached the limit of {allowance.limit} flows. Delete one to create another.</Trans>
        </EmptyState>
      )}
      {allowance && !allowance.isFull && <NewFlowForm language={language} />}
    </Screen>
  );
}
