import { useId } from 'react';
import { CardRow } from './card.tsx';
import { Switch } from './switch.tsx';
import './switch-row.css';

interface SwitchRowProps {
  title: string;
  description: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A setting that switches at once. The switch is named by the heading. */
export function SwitchRow({ title, description, isOn, onChange }: SwitchRowProps) {
  const titleId = useId();
  const textId = useId();
  return (
    <CardRow className="switch-row">
      <div className="switch-row-words">
        <h3 id={titleId} className="switch-row-title text-h3">
          {title}
        </h3>
        <div id={textId} className="switch-row-text text-small">
          {description}
        </div>
      </div>
      <Switch checked={isOn} onChange={onChange} aria-labelledby={titleId} aria-describedby={textId} />
    </CardRow>
  );
}
