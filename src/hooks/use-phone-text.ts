import { useEffect, useState } from 'react';
import { arePhoneRulesLoaded, loadPhoneRules, phoneText } from '../lib/phone.ts';

const asStored = (number: string): string => number;

/** Returns a function that formats a phone number: as stored until the numbering rules are loaded, then with spaces. */
export function usePhoneText(): (number: string) => string {
  const [isLoaded, setLoaded] = useState(arePhoneRulesLoaded);
  useEffect(() => {
    if (isLoaded) return;
    let isMounted = true;
    void loadPhoneRules().then((done) => isMounted && setLoaded(done));
    return () => {
      isMounted = false;
    };
  }, [isLoaded]);
  return isLoaded ? phoneText : asStored;
}
