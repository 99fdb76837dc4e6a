import type { ComponentProps } from 'react';
import './switch.css';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'onChange' | 'checked' | 'type' | 'role'> {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A setting that is on or off. The properties go to the `input`, which needs a name. */
export function Switch({ checked, onChange, ...rest }: SwitchProps) {
  return (
    <span className="switch">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        {...rest}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </span>
  );
}
