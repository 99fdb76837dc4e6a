import type { Profile } from '@dayloom/contracts';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { getCity } from '#lib/zone-names.ts';
import { Button } from '#ui/button.tsx';
import { Strip } from '#ui/strip.tsx';
import { useSaveHomeTimeZone } from '../hooks/use-preferences.ts';
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
    if (zone) save(zone);
  };
  return (
    <Strip
      label="Home zone"
      icon={<MapPin size={16} aria-hidden />}
      tone="neutral"
      action={
        <>
          <Button variant="text" onClick={() => answer(timeZone)}>
            Use {getCity(timeZone)}
          </Button>
          <Button variant="text" onClick={() => answer(null)}>
            Keep {getCity(home)}
          </Button>
        </>
      }
    >
      <output>You seem to be in {getCity(timeZone)}. Plan in that zone?</output>
    </Strip>
  );
}
