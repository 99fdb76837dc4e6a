import type { MeetingAttendee, MeetingRequest, MeetingTime } from '@dayloom/contracts';
import { Check, HelpCircle, type LucideIcon, Minus, X } from 'lucide-react';
import { formatShortDate, formatTimeRange } from '#lib/format-time.ts';
import { useNow } from '#lib/now.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Hidden } from '#ui/hidden.tsx';
import { notify } from '#ui/toast.tsx';
import {
  count,
  describeAttendee,
  describeState,
  formatStart,
  isSame,
  type Mark,
  toMark,
} from '../model/meeting-words.ts';
import './answer-grid.css';

const marks: Readonly<Record<Mark, { icon: LucideIcon; text: string }>> = {
  yes: { icon: Check, text: 'Yes' },
  maybe: { icon: HelpCircle, text: 'Maybe' },
  no: { icon: X, text: 'No' },
  none: { icon: Minus, text: 'No answer' },
};

interface AnswerGridProps {
  readonly request: MeetingRequest;
  readonly isBusy: boolean;
  /** Null where no time can be chosen. */
  readonly onConfirm: ((startsAt: string) => void) | null;
  /** Null where nobody answers any more. */
  readonly onRenewLink: ((attendee: MeetingAttendee) => void) | null;
}

/** People and times. It scrolls inside its own area; the names stay in sight. */
export function AnswerGrid({ request, isBusy, onConfirm, onRenewLink }: AnswerGridProps) {
  const { times, attendees, confirmedAt } = request;
  const now = useNow();
  return (
    <Card aria-label="Answers">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
      <section className="answer-grid" aria-label="Answers by person and time" tabIndex={0}>
        <table className="answer-grid-table">
          <thead>
            <tr>
              <th scope="col" className="answer-grid-person text-caption">
                {attendees.length} {attendees.length === 1 ? 'person' : 'people'}
              </th>
              {times.map((time) => (
                <TimeHead
                  key={time.startsAt}
                  time={time}
                  chosen={isSame(time.startsAt, confirmedAt) ? describeState(request) : null}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {attendees.map((attendee) => (
              <AttendeeRow
                key={attendee.id}
                attendee={attendee}
                times={times}
                isBusy={isBusy}
                onRenewLink={onRenewLink}
              />
            ))}
          </tbody>
          {onConfirm && (
            <tfoot>
              <tr>
                <th scope="row" className="answer-grid-person text-caption">
                  Your choice
                </th>
                {times.map(({ startsAt, isBest }) => (
                  <td key={startsAt}>
                    <Button
                      size="small"
                      variant={isBest ? 'contained' : 'outlined'}
                      aria-label={`Confirm this time: ${formatStart(startsAt)}`}
                      disabled={isBusy || Date.parse(startsAt) <= now.getTime()}
                      onClick={() => onConfirm(startsAt)}
                    >
                      Confirm this time
                    </Button>
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
    </Card>
  );
}

interface TimeHeadProps {
  readonly time: MeetingTime;
  /** What became of it, if it was chosen. */
  readonly chosen: ReturnType<typeof describeState> | null;
}

function TimeHead({ time, chosen }: TimeHeadProps) {
  const { startsAt, endsAt, accepted, maybe, isBest, isFree } = time;
  const start = new Date(startsAt);
  return (
    <th scope="col" className="answer-grid-time" data-best={isBest || chosen ? '' : undefined}>
      <div className="answer-grid-hours n">{formatTimeRange(start, new Date(endsAt))}</div>
      <div className="answer-grid-day">{formatShortDate(start)}</div>
      <div className="answer-grid-votes n">
        {accepted} yes{maybe > 0 && `, ${maybe} maybe`}
      </div>
      <div className="answer-grid-chips">
        {chosen && <Chip tone={chosen.tone}>{chosen.text}</Chip>}
        {isBest && !chosen && <Chip tone="planned">Best</Chip>}
        {!isFree && !chosen && <Chip tone="soft">You are busy</Chip>}
      </div>
    </th>
  );
}

interface AttendeeRowProps {
  readonly attendee: MeetingAttendee;
  readonly times: readonly MeetingTime[];
  readonly isBusy: boolean;
  readonly onRenewLink: AnswerGridProps['onRenewLink'];
}

function AttendeeRow({ attendee, times, isBusy, onRenewLink }: AttendeeRowProps) {
  const { name, email, reason, shortUrl, linkUses } = attendee;
  return (
    <tr>
      <th scope="row" className="answer-grid-person" title={email}>
        <div className="answer-grid-name">{name || email}</div>
        <div className="answer-grid-state text-caption" data-answer={attendee.answer}>
          {describeAttendee(attendee)}
          {linkUses > 0 && `, short link used ${count(linkUses, 'time')}`}
        </div>
        {onRenewLink && (
          <>
            <CopyButton
              text={shortUrl}
              holdMs={2_000}
              size="small"
              label={
                <>
                  Copy link<Hidden>{` of ${name || email}`}</Hidden>
                </>
              }
              onFailed={() => notify.error('The link could not be copied.')}
            />
            <Button
              size="small"
              variant="text"
              title="The earlier link ends, and the new one is mailed"
              disabled={isBusy}
              onClick={() => onRenewLink(attendee)}
            >
              New link<Hidden>{` for ${name || email}`}</Hidden>
            </Button>
          </>
        )}
        {reason && <div className="answer-grid-reason text-caption">“{reason}”</div>}
      </th>
      {times.map(({ startsAt, isBest }) => {
        const mark = toMark(attendee, startsAt);
        const { icon: Icon, text } = marks[mark];
        return (
          <td key={startsAt} data-mark={mark} data-best={isBest ? '' : undefined}>
            <Icon size={16} strokeWidth={2} aria-hidden />
            <Hidden>{text}</Hidden>
          </td>
        );
      })}
    </tr>
  );
}
