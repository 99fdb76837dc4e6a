import { useEffect, useRef, useState } from 'react';
import { notify } from '#ui/toast.tsx';

interface RecognitionEvents {
  result: { readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>> };
  error: { readonly error: string };
  end: unknown;
}

/** The part of the Web Speech API that is used; TypeScript does not know it. */
interface Recognition {
  lang: string;
  interimResults: boolean;
  continuous: boolean;
  addEventListener: <Type extends keyof RecognitionEvents>(
    type: Type,
    listener: (event: RecognitionEvents[Type]) => void,
  ) => void;
  start: () => void;
  stop: () => void;
  abort: () => void;
}
interface SpeechWindow {
  SpeechRecognition?: new () => Recognition;
  webkitSpeechRecognition?: new () => Recognition;
}

const findRecognition = () => {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as SpeechWindow;
  return SpeechRecognition ?? webkitSpeechRecognition;
};

export const canListen = (): boolean => findRecognition() !== undefined;

const problems: Readonly<Record<string, string>> = {
  'not-allowed': 'The browser does not let this page use the microphone. Allow it in the address bar.',
  'audio-capture': 'No microphone was found.',
  network: 'The browser cannot reach its speech service.',
};

/** Appends to the text what the user says, as they speak. */
export function useSpeech(text: string, onText: (text: string) => void) {
  const running = useRef<Recognition>(null);
  const [isListening, setIsListening] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  const toggle = () => {
    if (running.current) return running.current.stop();
    const Known = findRecognition();
    if (!Known) return;
    const recognition = new Known();
    const before = text.trim() === '' ? '' : `${text.trimEnd()} `;
    // The language of requests, whatever the browser's is.
    recognition.lang = navigator.language.startsWith('en') ? navigator.language : 'en-US';
    recognition.interimResults = true;
    recognition.continuous = true;
    recognition.addEventListener('result', ({ results }) => {
      const said = Array.from(results, (result) => result[0]?.transcript ?? '').join('');
      onText(before + said.trimStart());
    });
    recognition.addEventListener('error', ({ error }) => {
      const problem = problems[error];
      if (problem) notify.error(problem);
    });
    recognition.addEventListener('end', () => {
      running.current = null;
      setIsListening(false);
    });
    running.current = recognition;
    setIsListening(true);
    recognition.start();
  };
  return { isListening, toggle };
}
