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

/** A setting that switches at once. The switch is named by the heading, which switches it too. */
export function SwitchRow({ title, description, isOn, onChange }: SwitchRowProps) {
  const switchId = useId();
  const textId = useId();
  return (
    <CardRow className="switch-row">
      <div className="switch-row-words">
        <h3 className="switch-row-title text-h3">
          <label htmlFor={switchId}>{title}</label>
        </h3>
        <div id={textId} className="switch-row-text text-small">
          {description}
        </div>
      </div>
      <Switch id={switchId} checked={isOn} onChange={onChange} aria-describedby={textId} />
    </CardRow>
  );
}
