import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { StatusMessage } from '../hooks/use-phone.ts';
import './phone-message.css';

/** The result of the last action, next to where it was taken. */
export function PhoneMessage({ message }: { message: StatusMessage | null }) {
  if (!message) return null;
  const isError = message.kind === 'error';
  const Icon = isError ? TriangleAlert : CircleCheck;
  return (
    <div role={isError ? 'alert' : 'status'} className="phone-message text-small">
      <Icon size={16} strokeWidth={1.75} className="phone-message-icon" aria-hidden />
      {message.text}
    </div>
  );
}
