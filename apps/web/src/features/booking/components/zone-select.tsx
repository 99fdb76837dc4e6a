import { useMemo, useState } from 'react';
import { formatZone } from '#lib/zone-names.ts';
import { SearchSelect } from '#ui/search-select.tsx';
import { describeZone } from '../model/local-time.ts';
import { Icon } from './icons.tsx';
import './zone-select.css';

interface ZoneSelectProps {
  readonly value: string;
  readonly onChange: (timeZone: string) => void;
}

/** The zone in which times are shown. The other few hundred are listed when somebody is about to choose. */
export function ZoneSelect({ value, onChange }: ZoneSelectProps) {
  const [isListed, setIsListed] = useState(false);
  const options = useMemo(() => {
    const zones = isListed ? ['UTC', ...Intl.supportedValuesOf('timeZone')] : [];
    const others = [...new Set(zones)].filter((zone) => zone !== value);
    return [
      { value, label: describeZone(value) },
      ...others.map((zone) => ({ value: zone, label: formatZone(zone) })),
    ];
  }, [isListed, value]);
  const list = () => setIsListed(true);
  return (
    // Screen readers may click without the focus.
    <span className="zone-select" onFocus={list} onClickCapture={list}>
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
