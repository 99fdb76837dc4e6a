import { Users } from 'lucide-react';
import { IconButton } from '#ui/button.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import './new-request-button.css';

/** Next to the button for a new event. */
export function NewRequestButton({ onClick }: { onClick: () => void }) {
  return (
    <Tooltip title="Ask several people for a time">
      <IconButton aria-label="New meeting request" onClick={onClick} className="new-request-button">
        <Users size={18} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}
