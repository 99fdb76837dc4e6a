import type { PublicEventType } from '@dayloom/contracts';
import { useId, useState } from 'react';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { describeLocation } from '../model/location.ts';
import { Icon } from './icons.tsx';
import './event-types.css';

interface EventTypesProps {
  readonly eventTypes: readonly PublicEventType[];
  readonly chosen: PublicEventType;
  readonly durationMinutes: number;
  readonly who: string;
  readonly onChoose: (eventType: PublicEventType) => void;
  readonly onDuration: (minutes: number) => void;
}

/** What can be booked. On phones only the chosen one shows until the list is opened. */
export function EventTypes(props: EventTypesProps) {
  const { eventTypes, chosen, durationMinutes, who, onChoose, onDuration } = props;
  const [isOpen, setIsOpen] = useState(false);
  const name = useId();
  const hasSeveral = eventTypes.length > 1;
  const list = new Intl.ListFormat('en', { type: 'disjunction' });
  return (
    <div className="event-types" data-open={isOpen ? '' : undefined}>
      <fieldset className="event-types-list" aria-label="What to book">
        {eventTypes.map((eventType) => (
          <label key={eventType.slug} className="event-types-one">
            <input
              type="radio"
              name={name}
              value={eventType.slug}
              checked={eventType.slug === chosen.slug}
              onChange={() => {
                onChoose(eventType);
                setIsOpen(false);
              }}
            />
            <span className="event-types-title">{eventType.title}</span>
            <span className="event-types-length">{list.format(eventType.durations.map(String))} min</span>
          </label>
        ))}
      </fieldset>
      {hasSeveral && (
        <button
          type="button"
          className="event-types-more"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Fewer' : 'Other meetings'}
          <Icon name="down" size={16} />
        </button>
      )}
      {chosen.durations.length > 1 && (
        <SegmentedControl
          label="Length"
          value={String(durationMinutes)}
          options={chosen.durations.map((minutes) => ({ value: String(minutes), label: `${minutes} min` }))}
          onChange={(minutes) => onDuration(Number(minutes))}
        />
      )}
      {chosen.description && <p className="event-types-description">{chosen.description}</p>}
      <Where eventType={chosen} who={who} />
    </div>
  );
}

/** Where it takes place, as far as it is known before the booking. */
export function Where({ eventType, who }: { eventType: PublicEventType; who: string }) {
  const where = describeLocation(eventType, who);
  if (!where) return null;
  return (
    <p className="event-types-where">
      <Icon name={where.icon} size={16} />
      <span>{where.text}</span>
    </p>
  );
}
