import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Reads the initial values of a form on mount. Returns the values (undefined until they are read, null if there is
 * nothing to edit) and a reset function, which deletes the stored draft with `forget` and reads the values again.
 * `round` is the number of resets so far.
 */
export function useInitialValues<InitialValues extends { round: number }>(
  read: (round: number) => Promise<InitialValues | null>,
  forget: (initial: InitialValues) => Promise<void>,
): [InitialValues | null | undefined, () => void] {
  const [initial, setInitial] = useState<InitialValues | null>();
  const open = useEffectEvent(async (isMounted: () => boolean): Promise<void> => {
    const values = await read(0);
    if (isMounted()) setInitial(values);
  });
  useEffect(() => {
    let isMounted = true;
    void open(() => isMounted);
    return () => {
      isMounted = false;
    };
  }, []);
  const reset = async (): Promise<void> => {
    if (!initial) return;
    await forget(initial);
    setInitial(await read(initial.round + 1));
  };
  return [initial, () => void reset()];
}
