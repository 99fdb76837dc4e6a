import type { Calendar, Occurrence } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { toEventPlace } from '../model/grid-item.ts';
import { placeInWords } from '../model/place-words.ts';

interface EventDetailsProps {
  occurrence: Occurrence;
  calendar: Calendar;
  /** Below the facts. */
  actions?: ReactNode;
}

/** The facts of an event and, if it is read-only, why. */
export function EventDetails({ occurrence, calendar, actions }: EventDetailsProps) {
  const { title, location, description, isRecurring, isBusy, shortened = [] } = occurrence;
  const whole = (field: 'location' | 'description', text: string) =>
    shortened.includes(field) ? `${text}… (longer than what is shown here)` : text;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box component="h2" sx={{ m: 0, typography: 'h3', overflowWrap: 'anywhere' }}>
        {title || '(No title)'}
      </Box>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
        <Fact name="When">
          {placeInWords(toEventPlace(occurrence))}
          {isRecurring && ' · repeats'}
        </Fact>
        {location && <Fact name="Location">{whole('location', location)}</Fact>}
        {description && <Fact name="Description">{whole('description', description)}</Fact>}
        <Fact name="Calendar">{calendar.name}</Fact>
        <Fact name="This time is">{isBusy ? 'Busy' : 'Free'}</Fact>
      </Box>
      {!calendar.isWritable && (
        <Box
          role="note"
          sx={{
            display: 'flex',
            gap: 1,
            p: 1.5,
            borderRadius: '8px',
            bgcolor: 'background.raised',
            color: 'text.secondary',
            typography: 'body2',
          }}
        >
          <Lock size={16} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
          <span>{describeReason(calendar)}</span>
        </Box>
      )}
      {actions}
    </Box>
  );
}

function describeReason({ kind, name }: Calendar): string {
  if (kind === 'subscribed')
    return `'${name}' is a subscribed calendar. Its events can only be changed at their source.`;
  return `'${name}' is read-only here: its provider does not allow changes.`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Box component="dt" sx={{ typography: 'subtitle2', color: 'text.secondary' }}>
        {name}
      </Box>
      <Box
        component="dd"
        className="n"
        sx={{ m: 0, maxHeight: 160, overflowY: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {children}
      </Box>
    </div>
  );
}
