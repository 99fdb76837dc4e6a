import { CONFERENCE_NAMES, type Conference, type EventLocation } from '@dayloom/contracts';
import { useState } from 'react';
import { Field } from '#ui/field.tsx';
import { focusOnMount } from '#ui/focus-on-mount.ts';
import { SelectField } from '#ui/select-field.tsx';
import { type EditorProps, emptyLocations, problemAt, toSlug } from '../model/draft.ts';
import { FormSection } from './form-section.tsx';
import { LengthsField } from './lengths-field.tsx';

const locations: { value: EventLocation['kind']; label: string }[] = [
  { value: 'none', label: 'Not said here' },
  { value: 'place', label: 'A place' },
  { value: 'link', label: 'A link to a video call' },
  { value: 'phone', label: 'You call the visitor' },
];

/** A conference is offered where the calendar of new events makes its links, and kept where it was chosen. */
function listLocations(conference: Conference | null, chosen: EventLocation['kind']) {
  if (!conference && chosen !== 'conference') return locations;
  const label = conference ? CONFERENCE_NAMES[conference] : 'A video call by your calendar';
  return [...locations, { value: 'conference' as const, label }];
}

function findHint(kind: EventLocation['kind'], conference: Conference | null): string | undefined {
  if (kind === 'phone') return 'The visitor is asked for a number';
  if (kind !== 'conference') return undefined;
  return conference
    ? 'Your calendar makes a link for each booking'
    : 'The calendar of new events cannot make links. Choose a connected Google or Microsoft calendar for new events.';
}

interface BasicFieldsProps extends EditorProps {
  address: string;
  /** Whether the address is made from the title until it is edited. */
  followsTitle: boolean;
  /** What the calendar of new events can make links of. */
  conference: Conference | null;
}

export function BasicFields({
  draft,
  problems,
  onChange,
  address,
  followsTitle,
  conference,
}: BasicFieldsProps) {
  const { title, slug, description, durations, location } = draft;
  const hint = findHint(location.kind, conference);
  const [isFollowing, setIsFollowing] = useState(followsTitle);
  return (
    <FormSection title="What">
      <Field
        label="Title"
        ref={focusOnMount}
        value={title}
        maxLength={120}
        problem={problemAt(problems, 'title')}
        onChange={({ target: { value } }) =>
          onChange({ title: value, ...(isFollowing && { slug: toSlug(value) }) })
        }
      />
      <Field
        label="End of the address"
        value={slug}
        maxLength={60}
        spellCheck={false}
        autoCapitalize="none"
        hint={`${address}?type=${slug}`}
        problem={problemAt(problems, 'slug')}
        onChange={({ target: { value } }) => {
          setIsFollowing(false);
          onChange({ slug: value.toLowerCase().replace(/\s+/g, '-') });
        }}
      />
      <Field
        label="Description"
        multiline
        rows={2}
        value={description}
        maxLength={4_000}
        hint="Visitors read it before they book"
        problem={problemAt(problems, 'description')}
        onChange={({ target: { value } }) => onChange({ description: value })}
      />
      <LengthsField
        durations={durations}
        problem={problemAt(problems, 'durations')}
        onChange={(chosen) => onChange({ durations: chosen })}
      />
      <SelectField
        label="Where"
        value={location.kind}
        options={listLocations(conference, location.kind)}
        onChange={(kind) => onChange({ location: emptyLocations[kind] })}
        {...(hint && { hint })}
      />
      {location.kind === 'place' && (
        <Field
          label="Place"
          value={location.text}
          maxLength={300}
          problem={problemAt(problems, 'location')}
          onChange={({ target: { value } }) => onChange({ location: { kind: 'place', text: value } })}
        />
      )}
      {location.kind === 'link' && (
        <Field
          label="Address of the call"
          type="url"
          value={location.url}
          maxLength={500}
          hint="Only those who have booked see it"
          problem={problemAt(problems, 'location')}
          onChange={({ target: { value } }) => onChange({ location: { kind: 'link', url: value } })}
        />
      )}
    </FormSection>
  );
}
