import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createStore, useStore } from '../lib/store.ts';
import { IconButton } from './button.tsx';
import './snackbar.css';

const HIDE_AFTER_MS = 6_000;

type Severity = 'success' | 'info' | 'error';
interface Message {
  id: number;
  text: string;
  severity: Severity;
  isOpen: boolean;
}

const current = createStore<Message>({ id: 0, text: '', severity: 'info', isOpen: false });

/** Shows the result of saving a form. A new message replaces the old one. */
export function showSnackbar(text: string, severity: Severity): void {
  current.set({ id: current.get().id + 1, text, severity, isOpen: true });
}

const close = () => current.set({ ...current.get(), isOpen: false });

const icons = {
  success: <CircleCheck size={18} strokeWidth={1.75} color="var(--ok)" />,
  info: <Info size={18} strokeWidth={1.75} color="var(--secondary-text)" />,
  error: <TriangleAlert size={18} strokeWidth={1.75} color="var(--hard)" />,
};

export function Snackbar() {
  const message = useStore(current);
  return message.isOpen && <Shown key={message.id} message={message} />;
}

function Shown({ message }: { message: Message }) {
  // The pointer over it and the keyboard in it keep it.
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(close, HIDE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, []);
  return (
    <div
      className="snackbar"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <div role={message.severity === 'error' ? 'alert' : 'status'} className="snackbar-message">
        {icons[message.severity]}
        <div className="snackbar-text">{message.text}</div>
        <IconButton size="small" aria-label="Dismiss" onClick={close}>
          <X size={16} />
        </IconButton>
      </div>
    </div>
  );
}
