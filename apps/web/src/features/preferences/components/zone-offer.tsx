import type { Profile } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { useSaveHomeTimeZone } from '../hooks/use-preferences.ts';
import { getCity } from '../model/week-hours.ts';
import { isTimeToOffer, rememberAnswer } from '../model/zone-offer.ts';

/** Offers the browser's zone as the home zone, once for each zone. */
export function ZoneOffer({ profile, timeZone }: { profile: Profile; timeZone: string }) {
  const home = profile.settings.homeTimeZone.name;
  const [isAsking, setIsAsking] = useState(() => isTimeToOffer(profile._id, timeZone, home, Date.now()));
  const save = useSaveHomeTimeZone();
  if (!isAsking || timeZone === home) return null;
  const answer = (zone: string | null) => {
    rememberAnswer(profile._id, timeZone, Date.now());
    setIsAsking(false);
    if (zone) save.mutate(zone);
  };
  return (
    <Box
      component="section"
      aria-label="Home zone"
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 1,
        px: { xs: 2, sm: 3 },
        py: 0.75,
        borderBottom: 1,
        borderColor: 'divider',
        typography: 'body2',
      }}
    >
      <MapPin size={16} style={{ flex: 'none' }} aria-hidden />
      <Box component="output" sx={{ flex: '1 1 240px' }}>
        You seem to be in {getCity(timeZone)}. Plan in that zone?
      </Box>
      <button type="button" className="button quiet" onClick={() => answer(timeZone)}>
        Use {getCity(timeZone)}
      </button>
      <button type="button" className="button quiet" onClick={() => answer(null)}>
        Keep {getCity(home)}
      </button>
    </Box>
  );
}
