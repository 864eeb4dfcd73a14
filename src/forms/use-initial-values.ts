import { useEffect, useEffectEvent, useState } from 'react';

/**
 * What a form begins with, read once: undefined until then, null where there is nothing to be changed. And the way to
 * forget what was left behind and begin anew, which asks for the next round.
 */
export function useInitialValues<InitialValues extends { round: number }>(
  read: (round: number) => Promise<InitialValues | null>,
  forget: (begin: InitialValues) => Promise<void>,
): [InitialValues | null | undefined, () => void] {
  const [begin, setBegin] = useState<InitialValues | null>();
  const open = useEffectEvent(async (isHere: () => boolean): Promise<void> => {
    const found = await read(0);
    if (isHere()) setBegin(found);
  });
  useEffect(() => {
    let isHere = true;
    void open(() => isHere);
    return () => {
      isHere = false;
    };
  }, []);
  const anew = async (): Promise<void> => {
    if (!begin) return;
    await forget(begin);
    setBegin(await read(begin.round + 1));
  };
  return [begin, () => void anew()];
}
