import type { BookingMade, PublicEventType, PublicProfile } from '@dayloom/contracts';
import { type FirstSlots, pickDuration, pickEventType } from '@dayloom/contracts/booking-page';
import { MINUTE_MS } from '@dayloom/time';
import { useMemo, useState } from 'react';
import type { BookingCalls, CallProblem } from '../api.ts';
import { useClock } from '../hooks/use-clock.ts';
import { useComparison } from '../hooks/use-comparison.ts';
import { useCreate } from '../hooks/use-create.ts';
import type { SlotSource } from '../hooks/use-month-slots.ts';
import { isFormNeeded } from '../model/booking-form.ts';
import { findFirstSlots } from '../model/first-slots.ts';
import { joinFirstNames } from '../model/hosts.ts';
import type { Prefill } from '../model/prefill.ts';
import { describeMissing, describePreference } from '../model/slot-reasons.ts';
import { type Booked, toVisit } from '../model/visits.ts';
import { DetailsStep } from './details-step.tsx';
import { EventTypes } from './event-types.tsx';
import { HostCard } from './host-card.tsx';
import { Icon } from './icons.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { RequestTime } from './request-time.tsx';
import { TimeChooser } from './time-chooser.tsx';
import './booking-card.css';

interface BookingStepsProps {
  readonly calls: BookingCalls;
  readonly productName: string;
  readonly hosts: readonly PublicProfile[];
  readonly eventTypes: readonly [PublicEventType, ...PublicEventType[]];
  readonly hostTimeZone: string | null;
  /** What came with the page; null if nothing did. */
  readonly firstSlots?: FirstSlots | null;
  /** The token of a one-time link. */
  readonly link?: string;
  readonly prefill: Prefill;
  readonly onBooked: (booked: Booked) => void;
}

interface ChosenTime {
  readonly startsAt: string;
  readonly endsAt: string;
  /** Why it suits the host, if it does. */
  readonly preference: string | null;
}

/** From the choice of event type, day and time to the form. */
export function BookingSteps(props: BookingStepsProps) {
  const { calls, productName, hosts, eventTypes, hostTimeZone, firstSlots = null, link } = props;
  const { prefill, onBooked } = props;
  const [eventType, setEventType] = useState(() => pickEventType(eventTypes, prefill));
  const [durationMinutes, setDuration] = useState(() => pickDuration(eventType, prefill.durationMinutes));
  const [values, setValues] = useState(prefill.values);
  const [chosen, setChosen] = useState<ChosenTime | null>(null);
  const [isFormOpen, setIsFormOpen] = useState(false);
  /** The visitor asks for a time that is not offered. */
  const [isRequest, setIsRequest] = useState(false);
  /** The visitor wants to see the form although the address has filled it in. */
  const [isFormWanted, setIsFormWanted] = useState(false);
  const [problem, setProblem] = useState<CallProblem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [reloads, setReloads] = useState(0);
  const clock = useClock();
  const create = useCreate(calls);
  const { localTime } = clock;
  const { timeZone } = localTime;
  const comparison = useComparison(calls, timeZone);
  const who = joinFirstNames(hosts);
  const username = hosts.map((host) => host.username).join('+');

  // The slots that came with the page are used once. After a step back they are requested again.
  const isFresh = reloads === 0;
  const source = useMemo<SlotSource>(() => {
    const asked = { username, eventType: eventType.slug, durationMinutes };
    return {
      key: JSON.stringify(asked),
      load: (range) => calls.listSlots({ ...asked, ...range }),
      findSent: isFresh
        ? (month, zone) => findFirstSlots(firstSlots, { ...asked, month, timeZone: zone })
        : undefined,
    };
  }, [calls, username, eventType.slug, durationMinutes, firstSlots, isFresh]);
  const toChoice = (startsAt: string) => ({
    username,
    eventType: eventType.slug,
    startsAt,
    durationMinutes,
    timeZone,
    ...(link && { link }),
    ...(isRequest && { isRequest }),
  });
  const needsForm = isFormWanted || isFormNeeded(eventType, values);
  const choose = (startsAt: string, preference: string | null) => {
    const endsAt = new Date(Date.parse(startsAt) + durationMinutes * MINUTE_MS).toISOString();
    setChosen({ startsAt, endsAt, preference });
    setProblem(null);
    setIsFormOpen(isFormOpen || needsForm);
  };
  const goBack = () => {
    setIsFormOpen(false);
    setIsRequest(false);
    setChosen(null);
    setProblem(null);
    setReloads(reloads + 1);
  };
  const finish = (booking: BookingMade) =>
    onBooked({
      visit: toVisit({
        booking,
        eventType,
        hosts,
        hostTimeZone,
        values,
        timeZone,
        durationMinutes,
        isRequest,
      }),
      manageUrl: booking.manageUrl,
    });
  /** Books without the form, which the address has filled in. */
  const confirm = async (startsAt: string) => {
    setIsBusy(true);
    const result = await create(toChoice(startsAt), values, null);
    setIsBusy(false);
    if ('response' in result) {
      finish(result.response.booking);
      return;
    }
    setProblem(result.problem);
    setIsFormOpen(Object.keys(result.problem.fields).length > 0);
  };
  const change = (next: PublicEventType) => {
    setEventType(next);
    setDuration(pickDuration(next, durationMinutes));
    setChosen(null);
  };

  return (
    <div className="booking-card">
      <div className="booking-card-aside">
        <HostCard hosts={hosts} />
        {isFormOpen && chosen ? (
          <>
            <p className="booking-card-when">
              <Icon name="clock" size={16} />
              <span>
                {eventType.title}
                <br />
                {localTime.formatRange(chosen.startsAt, chosen.endsAt)}
                {chosen.preference && <span className="booking-card-preference">{chosen.preference}</span>}
              </span>
            </p>
          </>
        ) : (
          <EventTypes
            eventTypes={eventTypes}
            chosen={eventType}
            durationMinutes={durationMinutes}
            who={who}
            onChoose={change}
            onDuration={(minutes) => {
              setDuration(minutes);
              setChosen(null);
            }}
          />
        )}
        <p className="booking-card-note">{describeMissing(who)}</p>
      </div>
      {isFormOpen && chosen ? (
        <DetailsStep
          calls={calls}
          productName={productName}
          eventType={eventType}
          choice={toChoice(chosen.startsAt)}
          values={values}
          localTime={localTime}
          firstProblem={problem}
          create={create}
          onValues={setValues}
          onAlternative={(startsAt) => choose(startsAt, null)}
          onBack={goBack}
          onBooked={finish}
        />
      ) : isRequest ? (
        <RequestTime
          who={who}
          localTime={localTime}
          comparison={comparison}
          durationMinutes={durationMinutes}
          firstDay={prefill.day ?? 0}
          onChoose={(startsAt) => {
            choose(startsAt, null);
            setIsFormOpen(true);
          }}
          onBack={goBack}
        />
      ) : (
        <TimeChooser
          source={source}
          clock={clock}
          comparison={comparison}
          who={who}
          hostTimeZone={hostTimeZone}
          firstDay={chosen ? localTime.toDay(chosen.startsAt) : prefill.day}
          chosen={chosen?.startsAt ?? null}
          isBusy={isBusy}
          reloads={reloads}
          notice={
            <>
              {problem && chosen && (
                <ProblemAlert
                  problem={problem}
                  localTime={localTime}
                  onAlternative={(startsAt) => choose(startsAt, null)}
                  onRetry={() => void confirm(chosen.startsAt)}
                  onOtherTime={goBack}
                />
              )}
              {!needsForm && (
                <p className="booking-card-as">
                  For {values.name}, {values.email}.{' '}
                  <button
                    type="button"
                    onClick={() => {
                      setIsFormWanted(true);
                      setIsFormOpen(chosen !== null);
                    }}
                  >
                    Change or add details
                  </button>
                </p>
              )}
            </>
          }
          onRequest={() => setIsRequest(true)}
          onChoose={(slot) => choose(slot.startsAt, slot.preferred ? describePreference(slot, who) : null)}
          onConfirm={({ startsAt }) => void confirm(startsAt)}
        />
      )}
    </div>
  );
}
