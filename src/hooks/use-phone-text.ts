import { useEffect, useState } from 'react';
import { arePhoneRulesLoaded, loadPhoneRules, phoneText } from '../lib/phone.ts';

const asStored = (number: string): string => number;

/**
 * Returns a function that formats a phone number for display, with spaces. Until the numbering rules are loaded, it
 * returns the number as it is stored. The rules are large, so they are loaded only if numbers are shown.
 */
export function usePhoneText(isShown = true): (number: string) => string {
  const [isLoaded, setLoaded] = useState(arePhoneRulesLoaded);
  useEffect(() => {
    if (isLoaded || !isShown) return;
    let isMounted = true;
    void loadPhoneRules().then((done) => isMounted && setLoaded(done));
    return () => {
      isMounted = false;
    };
  }, [isLoaded, isShown]);
  return isLoaded ? phoneText : asStored;
}
