import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** A press of "/" leads to the one search, from wherever nothing is being typed. */
export function useSlash(): void {
  const { history } = useRouter();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return;
      const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
      if (isTyping || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      history.push('/search');
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [history]);
}
