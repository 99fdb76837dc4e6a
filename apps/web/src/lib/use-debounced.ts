import { useEffect, useState } from 'react';

const TYPING_PAUSE_MS = 200;

/** The text after a pause in typing; an empty text at once. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text ? TYPING_PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [text]);
  return text ? settled : '';
}
