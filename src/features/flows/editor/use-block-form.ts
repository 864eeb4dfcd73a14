import { useEffect, useEffectEvent, useRef } from 'react';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import { jsonEqual } from '../../../../contract/json-equal.ts';
import type { AnyProps } from '../../../../contract/landing/props.ts';
import { useAppForm, type AppForm } from '../../../forms/use-app-form.ts';
import { blockSchema, parseValues, valuesOf, type BlockValues } from './block-values.ts';
import { useEditor } from './editor-context.tsx';

/** Delay between the last key press and the saving of a block's texts. */
export const SAVE_DELAY_MS = 400;

export type BlockForm = AppForm<BlockValues, AnyProps>;

type Field = keyof BlockValues;

/**
 * Compares the saved values, the form values and the stored block, to distinguish this form's changes from those made
 * elsewhere.
 */
class Baseline {
  /** The values of the stored block when it was last read. */
  private seen: BlockValues;
  /** The values that this form has last saved, or adopted from elsewhere. */
  private saved: BlockValues;

  constructor(block: LandingBlock) {
    this.seen = valuesOf(block);
    this.saved = valuesOf(block);
  }

  /** Returns the fields that were changed outside this form. `typed` are the current form values. */
  changedElsewhere(block: LandingBlock, typed: BlockValues): Field[] {
    const next = valuesOf(block);
    const fields = (Object.keys(next) as Field[]).filter((name) => {
      const isNew = !jsonEqual(next[name], this.seen[name]) && !jsonEqual(next[name], this.saved[name]);
      return isNew && jsonEqual(typed[name], this.saved[name]);
    });
    this.seen = next;
    for (const name of fields) Object.assign(this.saved, { [name]: next[name] });
    return fields;
  }

  /** Returns whether the form has changes that are not saved. */
  isDirty(typed: BlockValues): boolean {
    return !jsonEqual(typed, this.saved);
  }

  /** Marks the form values as saved, and returns the previously saved ones. */
  keep(typed: BlockValues): BlockValues {
    const before = this.saved;
    this.saved = structuredClone(typed);
    return before;
  }
}

/** The form of a block, which saves each change automatically, shortly after the last key press. */
export function useBlockForm(block: LandingBlock, country: string | null): BlockForm {
  const { edit } = useEditor();
  const baseline = useRef<Baseline>(null);
  baseline.current ??= new Baseline(block);
  const form = useAppForm<BlockValues, AnyProps>({
    schema: blockSchema(block.type, country),
    initial: valuesOf(block),
    onSubmit: async () => {},
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = useEffectEvent(async (): Promise<void> => {
    clearTimeout(timer.current);
    const values = structuredClone(form.getValues());
    if (!baseline.current!.isDirty(values)) return;
    const [before, after] = await Promise.all(
      [baseline.current!.keep(values), values].map(async (each) => parseValues(block.type, each, country)),
    );
    const changed = Object.entries(after!.props).filter(
      ([name, value]) => !jsonEqual(before!.props[name as keyof AnyProps], value),
    );
    if (changed.length > 0) await edit(block.id, Object.fromEntries(changed));
  });
  const schedule = useEffectEvent((): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), SAVE_DELAY_MS);
  });
  const adoptChanges = useEffectEvent((next: LandingBlock): void => {
    const values = valuesOf(next);
    const set = (name: Field): void => form.setValue(name, values[name]);
    for (const name of baseline.current!.changedElsewhere(next, form.getValues())) set(name);
  });
  const { subscribe } = form;
  useEffect(() => subscribe({ formState: { values: true }, callback: () => schedule() }), [subscribe]);
  useEffect(() => adoptChanges(block), [block]);
  useEffect(() => {
    // Unsaved text is also saved when the form is closed or the app goes to the background.
    const saveNow = (): void => void save();
    globalThis.addEventListener('pagehide', saveNow);
    document.addEventListener('visibilitychange', saveNow);
    return () => {
      globalThis.removeEventListener('pagehide', saveNow);
      document.removeEventListener('visibilitychange', saveNow);
      saveNow();
    };
  }, []);
  return form;
}
