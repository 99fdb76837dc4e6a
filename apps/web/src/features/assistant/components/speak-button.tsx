import { Mic } from 'lucide-react';
import { IconButton } from '#ui/button.tsx';
import { canListen, useSpeech } from '../hooks/use-speech.ts';
import './speak-button.css';

interface SpeakButtonProps {
  text: string;
  onText: (text: string) => void;
}

/** Types what the user says, in browsers with speech recognition. */
export function SpeakButton({ text, onText }: SpeakButtonProps) {
  const { isListening, toggle } = useSpeech(text, onText);
  if (!canListen()) return null;
  return (
    <IconButton aria-label="Speak" aria-pressed={isListening} className="speak-button" onClick={toggle}>
      <Mic size={18} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}
