import type { Command } from '#ui/commands.ts';
import { Kbd } from '#ui/kbd.tsx';
import { Sheet } from '#ui/sheet.tsx';
import './shortcut-sheet.css';

interface ShortcutSheetProps {
  commands: readonly Command[];
  onClose: () => void;
}

/** All commands of this page that have keys. */
export function ShortcutSheet({ commands, onClose }: ShortcutSheetProps) {
  const groups = Map.groupBy(
    commands.filter((command) => command.keys),
    (command) => command.group,
  );
  return (
    <Sheet isOpen onClose={onClose} label="Keyboard shortcuts">
      {[...groups].map(([group, items]) => (
        <section key={group} className="shortcut-sheet-group">
          <h2 className="shortcut-sheet-heading text-caption">{group}</h2>
          {items.map((command) => (
            <div key={command.id} className="shortcut-sheet-row">
              <div className="shortcut-sheet-label">{command.label}</div>
              {command.keys && <Kbd keys={command.keys} />}
            </div>
          ))}
        </section>
      ))}
    </Sheet>
  );
}
