import { Users } from 'lucide-react';
import { IconButton } from '#ui/button.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { openNewRequest } from '../hooks/use-new-request.ts';
import './new-request-button.css';

/** Next to the button for a new event. */
export function NewRequestButton() {
  return (
    <Tooltip title="Ask several people for a time">
      <IconButton aria-label="New meeting request" onClick={openNewRequest} className="new-request-button">
        <Users size={18} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}
