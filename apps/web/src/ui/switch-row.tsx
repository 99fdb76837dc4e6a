import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { useId } from 'react';
import { CardRow } from './card.tsx';

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
    <CardRow sx={{ py: 2 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box component="h3" id={titleId} sx={{ m: 0, typography: 'h3' }}>
          {title}
        </Box>
        <Box id={textId} sx={{ typography: 'body2', color: 'text.secondary' }}>
          {description}
        </Box>
      </Box>
      <Switch
        checked={isOn}
        onChange={(_, checked) => onChange(checked)}
        slotProps={{ input: { role: 'switch', 'aria-labelledby': titleId, 'aria-describedby': textId } }}
      />
    </CardRow>
  );
}
