import Box from '@mui/material/Box';
import type { Command } from '#ui/commands.ts';
import { Kbd } from '#ui/kbd.tsx';
import { Sheet } from '#ui/sheet.tsx';

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
        <Box component="section" key={group} sx={{ mb: 3 }}>
          <Box component="h2" sx={{ m: '0 0 8px', typography: 'caption', color: 'text.tertiary' }}>
            {group}
          </Box>
          {items.map((command) => (
            <Box
              key={command.id}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 2,
                minHeight: 36,
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              <Box sx={{ flex: 1 }}>{command.label}</Box>
              {command.keys && <Kbd keys={command.keys} />}
            </Box>
          ))}
        </Box>
      ))}
    </Sheet>
  );
}
