import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/** Focuses this screen's search on "/", or opens the global search, unless the person is typing. */
export function useSearchShortcut(field?: RefObject<HTMLInputElement | null>): void {
  const navigate = useNavigate();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return;
      const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
      if (isTyping || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      if (field) field.current?.focus();
      else void navigate({ to: '/search' });
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [navigate, field]);
}
