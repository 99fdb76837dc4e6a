import { useEffect, useState } from 'react';
import { SearchSelect } from '#ui/search-select.tsx';
import { describeZone } from '../model/local-time.ts';
import { Icon } from './icons.tsx';
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
  const others = [...new Set(zones)].filter((zone) => zone !== value);
  const options = [
    { value, label: describeZone(value) },
    ...others.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  ];
  return (
    <span className="zone-select">
      <Icon name="globe" size={16} />
      <SearchSelect
        label="Time zone"
        className="zone-select-input"
        value={value}
        options={options}
        onChange={onChange}
      />
      <Icon name="down" size={16} />
    </span>
  );
}
