import type { EventType } from '@dayloom/contracts';
import { ArrowDown, ArrowUp, EllipsisVertical, Pencil } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { CardRow } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { ColorMark } from '#ui/color-mark.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { formatMinutes } from '../model/choices.ts';
import './event-type-row.css';

const COPIED_MS = 2_000;
const icon = { size: 16, 'aria-hidden': true } as const;

interface EventTypeRowProps {
  eventType: EventType;
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
  onMove: (by: 1 | -1) => void;
  onDuplicate: () => void;
  onOneTimeLink: () => void;
  onDelete: () => void;
}

export function EventTypeRow(props: EventTypeRowProps) {
  const { eventType, isFirst, isLast, onEdit, onMove, onDuplicate, onOneTimeLink, onDelete } = props;
  const { _id, title, color, durations, isHidden, needsApproval, url } = eventType;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (run: () => void) => () => {
    setAnchor(null);
    run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <CardRow as="li" className="event-type-row" data-event-type={_id} onKeyDown={onKeyDown}>
      <ColorMark color={color} />
      <div className="event-type-row-facts">
        <div className="event-type-row-head">
          <h3 className="event-type-row-title text-label">{title}</h3>
          {isHidden && <Chip>Hidden</Chip>}
          {needsApproval && <Chip tone="soft">Needs approval</Chip>}
        </div>
        <div className="event-type-row-lengths text-small n">{durations.map(formatMinutes).join(', ')}</div>
      </div>
      <div className="event-type-row-actions">
        <CopyButton text={url} holdMs={COPIED_MS} label="Copy link" />
        <IconButton aria-label={`Edit ${title}`} onClick={onEdit}>
          <Pencil {...icon} />
        </IconButton>
        <IconButton
          aria-label={`Move ${title} up`}
          aria-keyshortcuts="Alt+ArrowUp"
          data-move={-1}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        >
          <ArrowUp {...icon} />
        </IconButton>
        <IconButton
          aria-label={`Move ${title} down`}
          aria-keyshortcuts="Alt+ArrowDown"
          data-move={1}
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <ArrowDown {...icon} />
        </IconButton>
        <IconButton
          aria-label={`More for ${title}`}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <EllipsisVertical {...icon} />
        </IconButton>
        <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
          <MenuItem onClick={choose(onOneTimeLink)}>One-time link</MenuItem>
          <MenuItem onClick={choose(() => window.open(url, '_blank', 'noopener'))}>Preview</MenuItem>
          <MenuItem onClick={choose(onDuplicate)}>Duplicate</MenuItem>
          <MenuItem onClick={choose(onDelete)}>Delete</MenuItem>
        </Menu>
      </div>
    </CardRow>
  );
}
