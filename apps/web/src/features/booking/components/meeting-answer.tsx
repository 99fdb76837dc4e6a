import type { MeetingAnswer as Answer } from '@dayloom/contracts';
import { useEffect, useRef, useState } from 'react';
import { useNow } from '#lib/now.ts';
import { getCity } from '#lib/zone-names.ts';
import type { BookingCalls, CallProblem, Invitation, InvitationPath } from '../api.ts';
import { describeStart, hasTime, toCurrentAnswer, toPhase } from '../model/invitations.ts';
import type { LocalTime } from '../model/local-time.ts';
import { DeclineMeeting } from './decline-meeting.tsx';
import { Icon } from './icons.tsx';
import { MeetingStatus } from './meeting-status.tsx';
import { MeetingTimes } from './meeting-times.tsx';
import { ProposeTimes } from './propose-times.tsx';
import { YourDays } from './your-days.tsx';
import './meeting-answer.css';

interface MeetingAnswerProps {
  readonly calls: BookingCalls;
  readonly path: InvitationPath;
  readonly invitation: Invitation;
  readonly localTime: LocalTime;
  /** The organizer's first name. */
  readonly who: string;
  readonly onChange: (invitation: Invitation) => void;
}

type Panel = 'decline' | 'propose';
interface Failure {
  readonly problem: CallProblem;
  /** Sends the same answer again. */
  readonly retry: () => void;
}

const mayPass: readonly CallProblem['kind'][] = ['offline', 'unavailable', 'failed', 'rate_limited'];
const focus = (element: HTMLElement | null) => element?.focus();

/** The state of the request, and the answer to it. Unsent input is kept. */
export function MeetingAnswer(props: MeetingAnswerProps) {
  const { calls, path, invitation, localTime, who, onChange } = props;
  const { event, answer, answerTimes, attendees = [] } = invitation;
  const { startsAt, durationMinutes } = event;
  const now = useNow().getTime();
  const phase = toPhase(invitation, now);
  const open = startsAt === null ? event.times.filter((time) => Date.parse(time) > now) : [startsAt];
  const isPoll = startsAt === null && event.times.length > 1;
  const [ticked, setTicked] = useState<readonly string[]>(
    answer === 'accept' || answer === 'maybe' ? answerTimes : [],
  );
  const [reason, setReason] = useState(invitation.reason);
  const [proposed, setProposed] = useState<readonly string[]>(answer === 'propose' ? answerTimes : []);
  const [panel, setPanel] = useState<Panel | null>(null);
  /** The panel that was left: the keyboard returns to its button. */
  const [left, setLeft] = useState<Panel | null>(null);
  const [sending, setSending] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [answers, setAnswers] = useState(0);
  const status = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (answers > 0) status.current?.focus();
  }, [answers]);

  /** The organizer may have added one of the attendee's proposals. */
  const others = proposed.filter((time) => !hasTime(event.times, time));
  const chosen = isPoll ? open.filter((time) => hasTime(ticked, time)) : open;
  const send = async (next: Answer, times: readonly string[]) => {
    if (sending) return;
    setSending(next);
    setFailure(null);
    const says = next === 'decline' || next === 'propose' ? reason.trim() : '';
    const result = await calls.answerInvitation(path, {
      answer: next,
      reason: says,
      ...(times.length > 0 && { times: [...times] }),
    });
    setSending(null);
    if ('response' in result) {
      onChange(result.response);
      setPanel(null);
      setLeft(null);
      setAnswers(answers + 1);
      return;
    }
    setFailure({ problem: result.problem, retry: () => void send(next, times) });
    if (mayPass.includes(result.problem.kind)) return;
    // A refusal may mean that the request has changed meanwhile.
    const current = await calls.readInvitation(path);
    if ('response' in current) onChange(current.response);
  };
  const leave = () => {
    setLeft(panel);
    setPanel(null);
    setFailure(null);
  };
  const enter = (next: Panel) => () => {
    setPanel(next);
    setFailure(null);
  };
  const canAnswer = event.canAnswer && (phase === 'waiting' || phase === 'answered' || phase === 'confirmed');
  /** The answer to the one time that is left: it need not be given again. */
  const given = startsAt === null ? null : toCurrentAnswer(startsAt, { answer, times: answerTimes });
  const panelProps = { who, reason, isBusy: sending !== null, onReason: setReason, onBack: leave };

  return (
    <section className="meeting-request-card meeting-answer" aria-label="Answer">
      {phase !== 'waiting' && (
        <MeetingStatus
          heading={status}
          phase={phase}
          invitation={invitation}
          localTime={localTime}
          who={who}
          fileUrl={calls.meetingFileUrl(path)}
        />
      )}
      {panel === null && (phase === 'waiting' || phase === 'answered' || phase === 'expired') && (
        <>
          <div className="meeting-answer-head">
            <h2 className="text-h2">{getTimesTitle({ isPoll, canAnswer, hasAnswer: answer !== null })}</h2>
            <span className="text-small">Times in {getCity(localTime.timeZone)}</span>
          </div>
          <MeetingTimes
            times={event.times}
            durationMinutes={durationMinutes}
            localTime={localTime}
            now={now}
            attendees={attendees}
            ticked={isPoll && canAnswer ? ticked : null}
            onTick={setTicked}
          />
          {canAnswer && calls.listOwnBusy && (
            <YourDays
              listOwnBusy={calls.listOwnBusy}
              times={open}
              durationMinutes={durationMinutes}
              localTime={localTime}
            />
          )}
        </>
      )}
      {failure && (
        <div className="booking-card-alert" role="alert">
          <p>{failure.problem.message} Nothing of what you entered is lost.</p>
          {mayPass.includes(failure.problem.kind) && (
            <button type="button" className="button" onClick={failure.retry}>
              Try again
            </button>
          )}
        </div>
      )}
      {canAnswer && panel === 'decline' && (
        <DeclineMeeting {...panelProps} onDecline={() => void send('decline', [])} />
      )}
      {canAnswer && panel === 'propose' && (
        <ProposeTimes
          {...panelProps}
          listOwnBusy={calls.listOwnBusy}
          localTime={localTime}
          durationMinutes={durationMinutes}
          asked={event.times}
          chosen={others}
          onChoose={setProposed}
          onPropose={() => void send('propose', others)}
        />
      )}
      {canAnswer && panel === null && (
        <div className="meeting-answer-actions">
          {given !== 'accept' && (
            <button
              type="button"
              className="button button-contained button-large"
              aria-disabled={sending !== null || chosen.length === 0}
              aria-describedby={chosen.length === 0 ? 'meeting-answer-hint' : undefined}
              onClick={() => chosen.length > 0 && void send('accept', chosen)}
            >
              <Icon name="check" size={16} />
              {sending === 'accept' ? 'Sending ...' : toAcceptLabel(chosen, localTime)}
            </button>
          )}
          {startsAt === null && (
            <button
              ref={left === 'propose' ? focus : undefined}
              type="button"
              className="button button-large"
              onClick={enter('propose')}
            >
              Propose another time
            </button>
          )}
          {given !== 'maybe' && (
            <button
              type="button"
              className="button button-large"
              aria-disabled={sending !== null}
              onClick={() => void send('maybe', chosen)}
            >
              {sending === 'maybe' ? 'Sending ...' : 'Maybe'}
            </button>
          )}
          {given !== 'decline' && (
            <button
              ref={left === 'decline' ? focus : undefined}
              type="button"
              className="button button-text button-large"
              onClick={enter('decline')}
            >
              Decline
            </button>
          )}
          {chosen.length === 0 && (
            <p id="meeting-answer-hint" className="meeting-answer-hint text-small">
              To accept, tick each time that suits you.
            </p>
          )}
        </div>
      )}
    </section>
  );
}

function getTimesTitle({
  isPoll,
  canAnswer,
  hasAnswer,
}: Record<'isPoll' | 'canAnswer' | 'hasAnswer', boolean>) {
  if (!canAnswer) return isPoll ? 'The proposed times' : 'The proposed time';
  if (hasAnswer) return 'Change your answer';
  return isPoll ? 'Tick the times that suit you' : 'Does this time suit you?';
}

function toAcceptLabel(chosen: readonly string[], localTime: LocalTime): string {
  const [first] = chosen;
  if (!first) return 'Accept';
  return `Accept ${chosen.length === 1 ? describeStart(localTime, first) : `${chosen.length} times`}`;
}
