import { premiumFeatures } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import { Check } from 'lucide-react';

export function PremiumFeatures() {
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 1.25,
        gridTemplateColumns: { sm: '1fr 1fr' },
      }}
    >
      {premiumFeatures.map((feature) => (
        <Box component="li" key={feature} sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
          <Box component="span" sx={{ color: 'primary.text', display: 'flex' }}>
            <Check size={18} strokeWidth={1.75} aria-hidden />
          </Box>
          {feature}
        </Box>
      ))}
    </Box>
  );
}
