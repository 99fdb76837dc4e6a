import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { Menu, MenuItem } from './menu.tsx';
import './choice-menu.css';

export interface MenuChoice {
  readonly label: string;
  readonly run: () => void;
  /** Set for one choice of several: whether it is the current one. */
  readonly isChosen?: boolean;
}

interface ChoiceMenuProps {
  /** The accessible name of the button; it includes what the button shows. */
  readonly label: string;
  readonly children: ReactNode;
  readonly choices: readonly MenuChoice[];
}

/** A button that opens a list of choices, where there is no room to show them all. */
export function ChoiceMenu({ label, children, choices }: ChoiceMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  return (
    <>
      <Button
        variant="text"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        endIcon={<ChevronDown size={12} aria-hidden />}
        className="choice-menu"
      >
        {children}
      </Button>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {choices.map(({ label: name, run, isChosen }) => (
          <MenuItem
            key={name}
            selected={isChosen ?? false}
            {...(isChosen !== undefined && { role: 'menuitemradio', 'aria-checked': isChosen })}
            onClick={() => {
              setAnchor(null);
              run();
            }}
          >
            {name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
