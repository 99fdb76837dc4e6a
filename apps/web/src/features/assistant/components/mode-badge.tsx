import type { ChatMode } from '@dayloom/contracts';
import { Sparkles, Zap } from 'lucide-react';
import { useId, useState } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';
import type { Effect } from '../model/slash-commands.ts';
import './mode-badge.css';

interface ModeBadgeProps {
  mode: ChatMode;
  onRun: (effect: Effect) => void;
}

/** Says whether a language model answers, and what that means. */
export function ModeBadge({ mode, onRun }: ModeBadgeProps) {
  const { productName } = useClientConfig();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const titleId = useId();
  const close = () => setAnchor(null);
  const Icon = mode === 'basic' ? Zap : Sparkles;
  const name = mode === 'basic' ? 'Basic mode' : 'Language model';
  return (
    <>
      <button
        type="button"
        className="mode-badge"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon size={14} aria-hidden />
        {name}
      </button>
      <Popover
        open={anchor !== null}
        onClose={close}
        anchor={anchor}
        aria-labelledby={titleId}
        className="mode-badge-card"
      >
        <h2 id={titleId} className="mode-badge-title text-h3">
          {name}
        </h2>
        <p className="mode-badge-text">
          {mode === 'basic'
            ? `${productName} understands everyday English by itself: fast, and without sending what you write to anybody. Long or unusual requests work better in short sentences.`
            : `What you write here, and the events and tasks that are looked up for the answer, are sent to the language model of this server. It can only ask ${productName} for changes: the rules for them are the same as without it.`}
        </p>
        <div className="mode-badge-actions">
          <Button size="small" variant="text" onClick={close}>
            Close
          </Button>
          <Button
            size="small"
            onClick={() => {
              close();
              onRun({ kind: 'send', text: 'What can you do?' });
            }}
          >
            What can you do?
          </Button>
        </div>
      </Popover>
    </>
  );
}
