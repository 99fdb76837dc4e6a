import { useEffect, useState } from 'react';
import { describeZone } from '../model/local-time.ts';
import { Icon } from './icons.tsx';
import '#ui/hidden.css';
import './zone-select.css';

interface ZoneSelectProps {
  readonly value: string;
  readonly onChange: (timeZone: string) => void;
}

/** The zone in which times are shown. The other few hundred are added after the first picture of the page. */
export function ZoneSelect({ value, onChange }: ZoneSelectProps) {
  const [zones, setZones] = useState<readonly string[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => setZones(['UTC', ...Intl.supportedValuesOf('timeZone')]), 0);
    return () => clearTimeout(timer);
  }, []);
  return (
    <label className="zone-select">
      <Icon name="globe" size={16} />
      <span className="hidden">Time zone</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value={value}>{describeZone(value)}</option>
        {zones
          .filter((zone, at) => zone !== value && zones.indexOf(zone) === at)
          .map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
      </select>
      <Icon name="down" size={16} />
    </label>
  );
}
