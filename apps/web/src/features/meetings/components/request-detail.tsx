import type { MeetingRequest } from '@dayloom/contracts';
import { ArrowLeft, Clock, MapPin } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { formatShortDate } from '#lib/format-time.ts';
import { useNow } from '#lib/now.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { useRequest, useRequestActions } from '../hooks/use-meeting-requests.ts';
import {
  describeState,
  findReminderProblem,
  formatMeetingTime,
  isSame,
  isUndecided,
} from '../model/meeting-words.ts';
import { AnswerGrid } from './answer-grid.tsx';
import { ProposedTimes } from './proposed-times.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';
import './request-detail.css';

interface RequestDetailProps {
  readonly id: string;
  readonly onBack: () => void;
}

/** One request with all answers. */
export function RequestDetail({ id, onBack }: RequestDetailProps) {
  const { data: request, isPending, error, refetch } = useRequest(id);
  return (
    <>
      <div className="request-detail-back">
        <Button variant="text" startIcon={<ArrowLeft size={16} aria-hidden />} onClick={onBack}>
          All meeting requests
        </Button>
      </div>
      {isPending && (
        <Card aria-label="Meeting request">
          <RowsSkeleton rows={4} label="Loading the meeting request" />
        </Card>
      )}
      {error && !request && (
        <Card aria-label="Meeting request">
          <EmptyState
            title="This meeting request could not be loaded"
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          >
            {getMessage(error, 'The server did not answer as expected.')}
          </EmptyState>
        </Card>
      )}
      {request && <Shown request={request} />}
    </>
  );
}

function Shown({ request }: { request: MeetingRequest }) {
  const { title, message, state } = request;
  const { confirm, add, remind, renew, withdraw } = useRequestActions(request);
  const [isLeaving, setIsLeaving] = useState(false);
  const now = useNowAlsoAt(Date.parse(request.sendsAt));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const reminderProblem = findReminderProblem(request, now);
  const isRunning = isRunningAt(request, now);
  return (
    <>
      <section className="request-detail" aria-labelledby="request-detail-title">
        <h2 ref={heading} id="request-detail-title" tabIndex={-1} className="text-h1">
          {title}
        </h2>
        <Facts request={request} />
        {message && <blockquote className="request-detail-message">“{message}”</blockquote>}
        {isRunning && (
          <div className="request-detail-actions">
            {state === 'open' && (
              <Button
                aria-describedby={reminderProblem ? 'request-detail-reminder' : undefined}
                disabled={reminderProblem !== null || remind.isPending}
                onClick={() => remind.mutate()}
              >
                Remind
              </Button>
            )}
            <Button color="error" onClick={() => setIsLeaving(true)}>
              {state === 'confirmed' ? 'Cancel meeting' : 'Withdraw'}
            </Button>
            {state === 'open' && reminderProblem && (
              <span id="request-detail-reminder" className="text-small">
                {reminderProblem}
              </span>
            )}
          </div>
        )}
      </section>
      {state === 'open' && (
        <ProposedTimes request={request} isBusy={add.isPending} onAdd={(startsAt) => add.mutate(startsAt)} />
      )}
      <AnswerGrid
        request={request}
        isBusy={confirm.isPending || renew.isPending}
        onConfirm={isUndecided(request, now) ? (startsAt) => confirm.mutate(startsAt) : null}
        onRenewLink={isRunning ? (attendee) => renew.mutate(attendee) : null}
      />
      {isLeaving && (
        <WithdrawDialog
          request={request}
          now={now}
          onClose={() => setIsLeaving(false)}
          onWithdraw={(words) => {
            withdraw.mutate(words);
            setIsLeaving(false);
          }}
        />
      )}
    </>
  );
}

/** The current time, updated every minute, and at an instant. */
function useNowAlsoAt(instant: number): Date {
  const now = useNow();
  const [then, setThen] = useState(now);
  useEffect(() => {
    const left = instant - Date.now();
    if (left <= 0) return;
    const timer = setTimeout(() => setThen(new Date()), left);
    return () => clearTimeout(timer);
  }, [instant]);
  return then > now ? then : now;
}

function isRunningAt(request: MeetingRequest, now: Date): boolean {
  const confirmed = request.times.find(({ startsAt }) => isSame(startsAt, request.confirmedAt));
  return (
    isUndecided(request, now) ||
    (request.state === 'confirmed' && confirmed !== undefined && new Date(confirmed.endsAt) > now)
  );
}

function Facts({ request }: { request: MeetingRequest }) {
  const { times, confirmedAt, durationMinutes, location, answerBy } = request;
  const state = describeState(request);
  const confirmed = times.find(({ startsAt }) => isSame(startsAt, confirmedAt));
  return (
    <div className="request-detail-facts">
      <Chip tone={state.tone}>{state.text}</Chip>
      {confirmed && <strong className="n">{formatMeetingTime(confirmed)}</strong>}
      <span>
        <Clock size={14} aria-hidden /> {durationMinutes} min
      </span>
      {location && (
        <span>
          <MapPin size={14} aria-hidden />{' '}
          {/^https?:\/\//i.test(location) ? (
            <a href={location} target="_blank" rel="noopener noreferrer">
              {location}
            </a>
          ) : (
            location
          )}
        </span>
      )}
      {answerBy && <span>Answer by {formatShortDate(new Date(`${answerBy}T00:00`))}</span>}
    </div>
  );
}
