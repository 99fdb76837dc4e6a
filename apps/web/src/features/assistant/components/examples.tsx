import { examples } from '../model/examples.ts';
import type { Effect } from '../model/slash-commands.ts';
import './examples.css';

/** Things to say, as buttons. */
export function Examples({ onRun }: { onRun: (effect: Effect) => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not a form's group
    <div className="examples" role="group" aria-label="Examples">
      {examples.map(({ label, effect }) => (
        <button key={label} type="button" className="examples-chip" onClick={() => onRun(effect)}>
          {label}
        </button>
      ))}
    </div>
  );
}
