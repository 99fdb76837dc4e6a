import Box from '@mui/material/Box';
import { colors } from '#ui/tokens.ts';
import { type CalendarDomain, domainNames } from '../model/connected-calendars.ts';

const tints = {
  google: colors.secondaryText,
  outlook: colors.soft,
  apple: colors.personalBar,
} as const satisfies Record<CalendarDomain, string>;

/** The provider's initial; its name is shown next to it. */
export function DomainGlyph({ domain, isBare = false }: { domain: CalendarDomain; isBare?: boolean }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        flex: 'none',
        display: 'inline-grid',
        placeItems: 'center',
        fontWeight: 650,
        color: tints[domain],
        ...(!isBare && {
          width: 40,
          height: 40,
          borderRadius: '8px',
          border: 1,
          borderColor: 'divider',
          bgcolor: 'background.raised',
        }),
      }}
    >
      {isBare ? (
        <Box component="span" sx={{ fontSize: '0.9375rem' }}>
          {domainNames[domain][0]}
        </Box>
      ) : (
        domainNames[domain][0]
      )}
    </Box>
  );
}
