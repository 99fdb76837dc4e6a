import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { SyncWords } from '../model/sync-words.ts';
import './sync-line.css';

const icons = { soft: CircleAlert, hard: TriangleAlert };

/** A sync status: a coloured mark, the state and its details. */
export function SyncLine({ words, id }: { words: SyncWords; id?: string }) {
  const { tone, text, more } = words;
  const Icon = tone === 'soft' || tone === 'hard' ? icons[tone] : null;
  return (
    <div id={id} data-tone={tone} className="sync-line n text-caption">
      {Icon ? (
        <span className="sync-line-icon">
          <Icon size={14} aria-hidden />
        </span>
      ) : (
        <span className="sync-line-dot" />
      )}
      <span className="sync-line-text">
        <span className="sync-line-state">{text}</span>
        {more.length > 0 && ` · ${more.join(' · ')}`}
      </span>
    </div>
  );
}
