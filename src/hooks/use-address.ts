import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

export interface Address {
  /** What the address says behind its question mark. */
  get: (name: string) => string | null;
  /** Writes these, in place of the entry that is there; null and '' take one out. */
  set: (change: Readonly<Record<string, string | null>>) => void;
  /** The same as a link. */
  href: (change: Readonly<Record<string, string | null>>) => string;
}

/** The filters of a screen, which live in its address. */
export function useAddress(): Address {
  const { history } = useRouter();
  const { pathname, searchStr } = useLocation();
  return useMemo(() => {
    const href: Address['href'] = (change) => {
      const search = new URLSearchParams(searchStr);
      for (const [name, value] of Object.entries(change)) {
        if (value === null || value === '') search.delete(name);
        else search.set(name, value);
      }
      const words = search.toString();
      return words === '' ? pathname : `${pathname}?${words}`;
    };
    return {
      get: (name) => new URLSearchParams(searchStr).get(name),
      set: (change) => history.replace(href(change)),
      href,
    };
  }, [history, pathname, searchStr]);
}
