import { useEffect, useState } from 'react';

const TYPING_PAUSE_MS = 200;

/** The text after a pause in typing (`pause` in milliseconds); an empty text at once. */
export function useDebounced(text: string, pause = TYPING_PAUSE_MS): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text ? pause : 0);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return text ? settled : '';
}
