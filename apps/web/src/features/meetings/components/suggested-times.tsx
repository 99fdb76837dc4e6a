import { DAY_MS } from '@dayloom/time';
import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { useDebounced } from '#lib/use-debounced.ts';
import { useViewer } from '#lib/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Hidden } from '#ui/hidden.tsx';
import { suggestedTimesQuery } from '../api.ts';
import { describeFree, formatMeetingTime, joinNames } from '../model/meeting-words.ts';
import { type Person, toLabel } from '../model/people.ts';
import { findStart, type TimeRow, toRow } from '../model/request-form.ts';
import './suggested-times.css';

const DAYS = 14;

interface SuggestedTimesProps {
  readonly people: readonly Person[];
  readonly durationMinutes: number;
  readonly rows: readonly TimeRow[];
  readonly onAdd: (row: TimeRow) => void;
}

/** The best common times of the next two weeks, as far as free times are known. One click proposes one. */
export function SuggestedTimes({ people, durationMinutes, rows, onAdd }: SuggestedTimesProps) {
  const { timeZone, profile } = useViewer();
  const [from] = useState(() => Date.now());
  const addresses = useDebounced(people.map(({ email }) => email.toLowerCase()).join(' '));
  const { data, isPending, isError, refetch } = useQuery(
    suggestedTimesQuery({
      durationMinutes,
      from: new Date(from).toISOString(),
      to: new Date(from + DAYS * DAY_MS).toISOString(),
      attendees: addresses ? addresses.split(' ') : [],
      timeZone,
    }),
  );
  const names = new Map(people.map((person) => [person.email.toLowerCase(), toLabel(person)]));
  const toName = (email: string) => names.get(email.toLowerCase()) ?? email;
  const own = profile?.email.toLowerCase();
  const listOthers = (emails: readonly string[]) =>
    emails.filter((email) => email.toLowerCase() !== own).map(toName);
  const taken = new Set(rows.map((row) => findStart(row)?.getTime()));
  const unknown = listOthers(data?.unknown ?? []);
  return (
    <section className="suggested-times" aria-labelledby="suggested-times-title">
      <h3 id="suggested-times-title" className="suggested-times-title text-label">
        Suggested times
      </h3>
      {isPending && <p className="text-small">Looking for times ...</p>}
      {isError && !data && (
        <p className="text-small" role="alert">
          No times could be suggested.{' '}
          <Button variant="text" size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data?.times.length === 0 && (
        <p className="text-small">You have no free time of this length within {DAYS} days.</p>
      )}
      {data && data.times.length > 0 && (
        <ul className="suggested-times-list">
          {data.times.map((time) => {
            const isTaken = taken.has(Date.parse(time.startsAt));
            const when = formatMeetingTime(time);
            const { text, isGood } = describeFree({
              free: listOthers(time.free),
              busy: listOthers(time.busy),
              unknown: unknown.length,
            });
            return (
              <li key={time.startsAt}>
                <button
                  type="button"
                  className="suggested-times-one"
                  disabled={isTaken}
                  onClick={() => onAdd(toRow(new Date(time.startsAt), crypto.randomUUID()))}
                >
                  {isTaken ? <Check size={16} aria-hidden /> : <Plus size={16} aria-hidden />}
                  <Hidden>Propose</Hidden>
                  <span className="suggested-times-when n">{when}</span>
                  <span className="suggested-times-free text-caption" data-good={isGood ? '' : undefined}>
                    {text}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {unknown.length > 0 && (
        <p className="text-caption">
          {unknown.length <= 3 ? joinNames(unknown) : `Of ${unknown.length} people`}
          {unknown.length <= 3 ? ': free times are not known here.' : ' the free times are not known here.'}
        </p>
      )}
    </section>
  );
}
