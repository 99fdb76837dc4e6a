import { Zap } from 'lucide-react';
import { useId, useState } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';
import type { Effect } from '../model/slash-commands.ts';
import './mode-badge.css';

/** Says that no language model answers, and what that means. */
export function ModeBadge({ onRun }: { onRun: (effect: Effect) => void }) {
  const { productName } = useClientConfig();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const titleId = useId();
  const close = () => setAnchor(null);
  return (
    <>
      <button
        type="button"
        className="mode-badge"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Zap size={14} aria-hidden />
        Basic mode
      </button>
      <Popover
        open={anchor !== null}
        onClose={close}
        anchor={anchor}
        aria-labelledby={titleId}
        className="mode-badge-card"
      >
        <h2 id={titleId} className="mode-badge-title text-h3">
          Basic mode
        </h2>
        <p className="mode-badge-text">
          {productName} understands everyday English by itself: fast, and without sending what you write to
          anybody. Long or unusual requests work better in short sentences.
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
