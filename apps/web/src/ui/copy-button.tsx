import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import './copy-button.css';

interface CopyButtonProps {
  text: string;
  /** Duration of the confirmation. */
  holdMs: number;
  label?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  onCopied?: () => void;
  onFailed?: () => void;
}

export function CopyButton({ text, holdMs, label = 'Copy', size, onCopied, onFailed }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch (error) {
      console.warn('Copying failed', error);
      onFailed?.();
      return;
    }
    setIsCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsCopied(false), holdMs);
    onCopied?.();
  };
  return (
    <Button
      onClick={() => void copy()}
      startIcon={isCopied ? <Check size={16} /> : <Copy size={16} />}
      className="copy-button"
      {...(size && { size })}
    >
      <span aria-live="polite">{isCopied ? 'Copied!' : label}</span>
    </Button>
  );
}
