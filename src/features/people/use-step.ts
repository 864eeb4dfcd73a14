import { useRef } from 'react';
import { useMendFailure } from '../../cards/mend-failure.ts';
import { useSavedWords } from '../../cards/saved-words.ts';
import { useStore } from '../../cards/store-context.tsx';

/** Runs a step once, says that it is done or safe here, and offers to take it back. False: nothing happened. */
export function useStep(): (run: () => Promise<string>, done: string) => Promise<boolean> {
  const store = useStore();
  const failure = useMendFailure();
  const say = useSavedWords();
  const isBusy = useRef(false);
  return async (run, done) => {
    if (isBusy.current) return false;
    isBusy.current = true;
    try {
      const op_id = await run();
      say(op_id, done, () => void store.undo(op_id).catch(failure));
      return true;
    } catch (error) {
      failure(error);
      return false;
    } finally {
      isBusy.current = false;
    }
  };
}
