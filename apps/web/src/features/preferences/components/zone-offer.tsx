import type { Profile } from '@dayloom/contracts';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { Strip } from '#ui/strip.tsx';
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
    <Strip
      label="Home zone"
      icon={<MapPin size={16} aria-hidden />}
      iconColor="inherit"
      action={
        <>
          <button type="button" className="button quiet" onClick={() => answer(timeZone)}>
            Use {getCity(timeZone)}
          </button>
          <button type="button" className="button quiet" onClick={() => answer(null)}>
            Keep {getCity(home)}
          </button>
        </>
      }
    >
      <output>You seem to be in {getCity(timeZone)}. Plan in that zone?</output>
    </Strip>
  );
}
