import type { Block, Proposal } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { findOccurrence } from '#features/calendar/api.ts';
import { CalendarFrame } from '#features/calendar/components/calendar-frame.tsx';
import { CalendarGrid } from '#features/calendar/components/calendar-grid.tsx';
import { CalendarList, NarrowWeekendBox } from '#features/calendar/components/calendar-list.tsx';
import { CalendarToolbar } from '#features/calendar/components/calendar-toolbar.tsx';
import { DragSource } from '#features/calendar/components/drag-source.tsx';
import type { EventDraft } from '#features/calendar/components/event-sheet.tsx';
import { GridSkeleton } from '#features/calendar/components/grid-skeleton.tsx';
import { ScopeDialog } from '#features/calendar/components/scope-dialog.tsx';
import { WeekendStrips } from '#features/calendar/components/weekend-strips.tsx';
import { useCalendarKeys } from '#features/calendar/hooks/use-calendar-keys.ts';
import { useCalendarView } from '#features/calendar/hooks/use-calendar-view.ts';
import { useEscapeFromPanel } from '#features/calendar/hooks/use-escape-from-panel.ts';
import { useEventActions, useScopeQuestion } from '#features/calendar/hooks/use-event-actions.ts';
import { useHeldPlaces } from '#features/calendar/hooks/use-held-places.ts';
import { focusedItemId, focusItem } from '#features/calendar/hooks/use-item-keys.ts';
import { useNarrowWeekend } from '#features/calendar/hooks/use-narrow-weekend.ts';
import { useOwnAnswer } from '#features/calendar/hooks/use-own-answer.ts';
import { defaultPlace, toPlace } from '#features/calendar/model/event-form.ts';
import { eventItems, type GridItem, type Place, samePlace } from '#features/calendar/model/grid-item.ts';
import { PHONE } from '#features/calendar/model/views.ts';
import { useAccountsToReconnect, useUnsentCount } from '#features/calendar-accounts/hooks/use-connections.ts';
import { NewRequestButton } from '#features/meetings/components/new-request-button.tsx';
import { openNewRequest } from '#features/meetings/hooks/use-new-request.ts';
import { type UnplannedTask, usePlan, useUnplannedTasks } from '#features/planning/api.ts';
import { BlocksLegend } from '#features/planning/components/blocks-legend.tsx';
import { PlanButton } from '#features/planning/components/plan-button.tsx';
import { UnplannedTasks } from '#features/planning/components/unplanned-tasks.tsx';
import type { NewPlace } from '#features/planning/components/why-not.tsx';
import { useBlockActions, usePlanning } from '#features/planning/hooks/use-planning.ts';
import { blockItemId } from '#features/planning/model/plan-items.ts';
import { eventItemId } from '#lib/calendar-links.ts';
import { isoDate } from '#lib/local-dates.ts';
import { useNow } from '#lib/now.ts';
import { usePageRequest } from '#lib/page-request.ts';
import { useLoadAhead } from '#lib/page-shown.ts';
import { useLatest } from '#lib/use-latest.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { useViewer } from '#lib/viewer.ts';
import type { Anchor } from '#ui/anchored-card.tsx';
import { useRunCommand } from '#ui/commands.ts';
import { LoadingBar } from '#ui/loading-bar.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { notify } from '#ui/toast.tsx';
import { layoutBreakpoints } from '#ui/tokens.ts';
import { useUndoKeys } from '#ui/undo.ts';
import { CalendarNotices } from '../calendar/calendar-notices.tsx';
import { EventCard, PlannedCard } from '../calendar/item-card.tsx';
import { useCalendarContent } from '../calendar/use-calendar-content.ts';
import './calendar-flow.css';

const loadEventEditor = () => import('../calendar/event-editor.tsx');
const loadBlockDetails = () => import('#features/planning/components/block-details.tsx');
const EventEditor = lazy(loadEventEditor);
const BlockDetails = lazy(async () => ({ default: (await loadBlockDetails()).BlockDetails }));
const AFTER_A_CLICK = [loadEventEditor, loadBlockDetails];
const TaskOverlay = lazy(() => import('../calendar/task-overlay.tsx'));
/** Needed once. */
const FirstPlanCard = lazy(() => import('#features/preferences/components/first-plan-card.tsx'));

/** With the details open and seven whole days, days would be narrower than 110 px. */
const CROWDED = '(max-width: 1570.95px)';
const DESKTOP = `(min-width: ${layoutBreakpoints.desktop}px)`;

/** The earliest new start of a proposal; null if it only removes blocks. */
function findFirstStart({ changes }: Proposal): Date | null {
  const starts = changes.flatMap(({ to }) => (to ? Date.parse(to.startsAt) : []));
  return starts.length > 0 ? new Date(Math.min(...starts)) : null;
}

const isWithin = ({ from, to }: { from: Date; to: Date }, instant: Date) => instant >= from && instant < to;

/** Events and the plan in one grid. Only this route combines the two features. */
export function CalendarFlowRoute() {
  const isPhone = useMediaQuery(PHONE);
  const isDesktop = useMediaQuery(DESKTOP);
  const isCrowded = useMediaQuery(CROWDED);
  const [isWeekendNarrow, setIsWeekendNarrow] = useNarrowWeekend();
  const now = useNow();
  const { profile, timeZone } = useViewer();
  const shown = useCalendarView(isPhone, now);
  const [draft, setDraft] = useState<EventDraft | null>(null);
  const [card, setCard] = useState<{ itemId: string; anchor: Anchor } | null>(null);
  const [openTaskId, setOpenTaskId] = useState<string | null>(null);
  const [isRailOpen, setIsRailOpen] = useState(false);
  const content = useCalendarContent(shown.range, now);
  const troubled = useAccountsToReconnect();
  const unsentCount = useUnsentCount();
  const troubledIds = useMemo(() => new Set(troubled.map(({ id }) => id)), [troubled]);
  const { blocks, calendars, occurrences } = content;
  const tasks = useUnplannedTasks();
  const client = useQueryClient();
  const scope = useScopeQuestion();
  const eventActions = useEventActions(timeZone, scope.ask);
  const answerInvitation = useOwnAnswer(scope.ask);
  const blockActions = useBlockActions();
  const hasTasks = tasks.data?.hasTasks ?? true;
  const planning = usePlanning(hasTasks);
  const { propose } = planning;
  const { range, setDate } = shown;
  const plan = usePlan().data?.plan;
  // A plan that has not loaded yet counts as none: the form is asked once too often rather than not at all.
  const isFirstPlan = profile?.settings.scheduling.isChosen === false && !plan?.plannedAt;
  const [isAsking, setIsAsking] = useState(false);
  const planNow = useCallback(async () => {
    await propose((proposal) => {
      // On a Friday evening the planned week is the next one: show the days of the new blocks.
      const first = findFirstStart(proposal);
      if (first && !isWithin(range, first)) setDate(isoDate(first));
    });
  }, [propose, range, setDate]);
  const planWeek = useCallback(async () => {
    if (isFirstPlan && hasTasks) setIsAsking(true);
    await planNow();
  }, [isFirstPlan, hasTasks, planNow]);
  const waiting = content.proposal;
  const isWaitingInSight = waiting?.changes.some(({ to }) => to && isWithin(range, new Date(to.startsAt)));
  const firstWaiting = waiting && !isWaitingInSight ? findFirstStart(waiting) : null;
  useUndoKeys();
  useLoadAhead(AFTER_A_CLICK);

  const commit = async (item: GridItem, place: Place) => {
    const occurrence = findOccurrence(client, item.id);
    const before = occurrence
      ? eventItems([occurrence], [])[0]
      : content.items.find(({ id }) => id === item.id);
    if (!before || samePlace(before, place)) return;
    const block = blocks?.find(({ _id }) => _id === item.sourceId);
    if (occurrence) await eventActions.move(occurrence, place);
    else if (block) await blockActions.move(block, { startsAt: place.startsAt, endsAt: place.endsAt });
  };
  const { items, hold } = useHeldPlaces(content.items, commit);

  const newEvent = useCallback(
    () => setDraft({ kind: 'new', place: defaultPlace(shown.date, new Date()) }),
    [shown.date],
  );
  const inputs = useMemo(
    () => ({ 'new-event': newEvent, 'plan-week': () => void planWeek() }),
    [newEvent, planWeek],
  );
  usePageRequest(inputs);

  /** A key for a block applies to the open block, else to the focused one. */
  const onAimedBlock = (act: (one: Block) => Promise<unknown>) => () => {
    const focused = focusedItemId();
    const aimed =
      blocks?.find(({ _id }) => _id === shown.selected) ??
      cardBlock ??
      blocks?.find(({ _id }) => blockItemId(_id) === focused);
    if (aimed) void act(aimed).then(() => focused === blockItemId(aimed._id) && focusItem(focused));
    else notify.info('Choose a planned block first.');
  };
  const doneKey = onAimedBlock((one) => blockActions.setDone(one, one.state !== 'done'));
  const pinKey = onAimedBlock(async (one) => {
    if (one.isFinished) notify.info(`${one.title} is done and stays where it is.`);
    else await blockActions.setPinned(one, !one.isPinned);
  });
  useCalendarKeys({
    isPhone,
    goToday: shown.goToday,
    setView: shown.setView,
    page: shown.page,
    toggleWeekend: () => setIsWeekendNarrow(!isWeekendNarrow),
    newEvent,
    plan: () => void planWeek(),
    toggleDone: doneKey,
    togglePinned: pinKey,
  });

  const wanted = useMemo(
    () => occurrences?.find((one) => eventItemId(one) === shown.openEvent),
    [occurrences, shown.openEvent],
  );
  const openDraft = draft ?? (wanted ? { kind: 'edit' as const, occurrence: wanted } : null);

  const closeDraft = () => {
    setDraft(null);
    if (shown.openEvent) shown.closeEvent();
  };

  const openItem = useLatest((item: GridItem, anchor: Anchor) => {
    // With the details open, another block takes their place.
    if (item.kind === 'block' && isDesktop && shown.selected !== null) shown.select(item.sourceId);
    else setCard({ itemId: item.id, anchor });
  });
  const closeCard = useCallback(() => setCard(null), []);
  const pinTask = useLatest((taskId: string, startsAt: string, endsAt: string) => {
    const task = tasks.data?.unplanned.find(({ _id }) => _id === taskId);
    if (task) void blockActions.pin(task, { startsAt, endsAt });
  });
  const dropTask = useCallback(
    (taskId: string, { startsAt, endsAt }: Place) => pinTask(taskId, startsAt, endsAt),
    [pinTask],
  );
  const pinToNextHour = useLatest(({ _id, remainingMinutes, maxChunkMinutes }: UnplannedTask) => {
    setIsRailOpen(false);
    const { startsAt } = defaultPlace(shown.date, new Date());
    const length = Math.min(remainingMinutes, maxChunkMinutes) * MINUTE_MS;
    pinTask(_id, startsAt, new Date(Date.parse(startsAt) + length).toISOString());
  });
  const openTask = useCallback((taskId: string) => {
    setIsRailOpen(false);
    setOpenTaskId(taskId);
  }, []);
  const markPlace = useCallback((place: Place) => setDraft({ kind: 'new', place }), []);

  const moveFor = async (one: Block, place: NewPlace, doOthersMove: boolean) => {
    if ((await blockActions.move(one, place)) && doOthersMove) await planWeek();
  };
  const cardEvent = card && occurrences?.find((one) => eventItemId(one) === card.itemId);
  const cardCalendar = cardEvent && calendars.find(({ _id }) => _id === cardEvent.calendarId);
  const cardBlock = card && blocks?.find(({ _id }) => blockItemId(_id) === card.itemId);
  const block = blocks?.find(({ _id }) => _id === shown.selected);
  const openBlockId = block?._id ?? null;
  const { select } = shown;
  const closeDetails = useCallback(() => {
    select(null);
    if (openBlockId) focusItem(blockItemId(openBlockId));
  }, [select, openBlockId]);
  // On narrow screens this is a dialog, which closes itself.
  useEscapeFromPanel(isDesktop && openBlockId !== null, closeDetails);
  const details = block && (
    <Suspense fallback={<RowsSkeleton rows={5} label="Loading the details" />}>
      <BlockDetails
        block={block}
        chunks={
          blocks?.filter(
            ({ taskId, occurrenceOn }) => taskId === block.taskId && occurrenceOn === block.occurrenceOn,
          ) ?? []
        }
        now={now}
        onClose={isDesktop ? closeDetails : null}
        onSelect={(chunk) => shown.select(chunk._id)}
        onPin={(isPinned) => void blockActions.setPinned(block, isPinned)}
        onDone={(isDone) => void blockActions.setDone(block, isDone)}
        onPlace={(place, doOthersMove) => void moveFor(block, place, doOthersMove)}
        onRemove={() => {
          shown.select(null);
          void blockActions.remove(block);
        }}
        onSkip={() => {
          shown.select(null);
          void blockActions.skip(block);
        }}
      />
    </Suspense>
  );
  const rail = (
    <>
      {isDesktop && (
        <PlanButton
          isBusy={planning.busy === 'proposing'}
          onPlan={() => void planWeek()}
          isSecondary={Boolean(waiting)}
          isWide
        />
      )}
      <DragSource>
        <UnplannedTasks canDrag={isDesktop} onOpen={openTask} onPin={pinToNextHour} />
      </DragSource>
      <CalendarList troubled={troubledIds} />
      {isDesktop && <NarrowWeekendBox isNarrow={isWeekendNarrow} onChange={setIsWeekendNarrow} />}
      <BlocksLegend />
    </>
  );
  const hasWorkdaysOnly =
    shown.view === 'week' && (isWeekendNarrow || (isDesktop && isCrowded && Boolean(details)));
  const runCommand = useRunCommand();
  const navigate = useNavigate();
  const isEmpty = content.isSettled && items.length === 0 && calendars.length <= 1;

  return (
    <>
      {/* The grid of another week is empty until its events arrive. */}
      {!content.isLoading && !content.isSettled && <LoadingBar label="Loading events" />}
      <PageBar>
        <CalendarToolbar
          view={shown.view}
          date={shown.date}
          firstDay={shown.firstDay}
          timeZone={timeZone}
          isPhone={isPhone}
          onRail={isDesktop ? null : () => setIsRailOpen(true)}
          onView={shown.setView}
          onToday={shown.goToday}
          onPage={shown.page}
          onNewEvent={newEvent}
          moreChoices={[
            { label: 'New meeting request', run: openNewRequest },
            { label: 'Search', run: () => runCommand('palette') },
            { label: 'Tasks', run: () => void navigate('/tasks') },
          ]}
          actions={
            <>
              {!isPhone && <NewRequestButton />}
              {!isDesktop && (
                <PlanButton
                  isBusy={planning.busy === 'proposing'}
                  onPlan={() => void planWeek()}
                  isSecondary={Boolean(waiting)}
                  isCompact={isPhone}
                />
              )}
            </>
          }
        />
      </PageBar>
      <CalendarFrame
        rail={isDesktop ? rail : null}
        above={
          <>
            {isAsking && isFirstPlan && profile && (
              <Suspense>
                <FirstPlanCard
                  hours={{ work: profile.settings.workingHours, personal: profile.settings.personalHours }}
                  scheduling={profile.settings.scheduling}
                  onDismissed={() => setIsAsking(false)}
                  onSaved={() => {
                    setIsAsking(false);
                    void planNow();
                  }}
                />
              </Suspense>
            )}
            <CalendarNotices
              content={content}
              planning={planning}
              isEmpty={isEmpty}
              troubled={troubled}
              unsentCount={unsentCount}
              isPhone={isPhone}
              onReplan={() => void planWeek()}
              onShowProposal={firstWaiting && (() => setDate(isoDate(firstWaiting)))}
            />
          </>
        }
        grid={
          content.isLoading && !content.failure ? (
            <GridSkeleton columns={{ day: 1, days: 3, week: 7, month: 7, agenda: 1 }[shown.view]} />
          ) : (
            <WeekendStrips
              areShown={hasWorkdaysOnly}
              date={shown.date}
              firstDay={shown.firstDay}
              items={items}
              onShowDay={(day) => shown.show('day', day)}
            >
              <CalendarGrid
                label="Calendar grid"
                view={shown.view}
                date={shown.date}
                firstDay={shown.firstDay}
                timeZone={timeZone}
                isPhone={isPhone}
                hasWorkdaysOnly={hasWorkdaysOnly}
                items={items}
                off={content.off}
                scrollTime={content.firstHour}
                selectedId={block ? blockItemId(block._id) : null}
                onOpen={openItem}
                onPlace={hold}
                onMark={markPlace}
                onDropTask={dropTask}
                onFollow={shown.setDate}
              />
            </WeekendStrips>
          )
        }
        details={isDesktop ? (details ?? null) : null}
      />
      {!isDesktop && details && (
        <Sheet isOpen onClose={() => shown.select(null)} label="Planned block">
          {details}
        </Sheet>
      )}
      {!isDesktop && (
        <Sheet isOpen={isRailOpen} onClose={() => setIsRailOpen(false)} label="Tasks and calendars">
          <div className="calendar-flow-rail">{rail}</div>
        </Sheet>
      )}
      {card && cardEvent && cardCalendar && (
        <EventCard
          key={card.itemId}
          anchor={card.anchor}
          occurrence={cardEvent}
          calendar={cardCalendar}
          onClose={(how) => {
            closeCard();
            if (how === 'inside') focusItem(card.itemId);
          }}
          onAnswer={(answer) => void answerInvitation(cardEvent, answer)}
          onEdit={() => {
            closeCard();
            setDraft({ kind: 'edit', occurrence: cardEvent });
          }}
          onRemove={() => {
            closeCard();
            void eventActions.remove(cardEvent);
          }}
        />
      )}
      {card && cardBlock && (
        <PlannedCard
          key={card.itemId}
          anchor={card.anchor}
          block={cardBlock}
          now={now}
          onClose={(how) => {
            closeCard();
            if (how === 'inside') focusItem(card.itemId);
          }}
          onPin={(isPinned) => void blockActions.setPinned(cardBlock, isPinned)}
          onDone={(isDone) => void blockActions.setDone(cardBlock, isDone)}
          onEdit={() => {
            closeCard();
            setOpenTaskId(cardBlock.taskId);
          }}
          onExplain={() => {
            closeCard();
            shown.select(cardBlock._id);
          }}
        />
      )}
      {openTaskId && (
        <Suspense>
          <TaskOverlay
            id={openTaskId}
            projects={[...new Set(blocks?.flatMap(({ project }) => project ?? []))].sort()}
            onOpen={setOpenTaskId}
            onClose={() => setOpenTaskId(null)}
          />
        </Suspense>
      )}
      {openDraft && (
        <Suspense
          fallback={
            <Sheet isOpen onClose={closeDraft} label="Event">
              <RowsSkeleton rows={5} label="Loading the event" />
            </Sheet>
          }
        >
          <EventEditor
            key={openDraft.kind === 'new' ? openDraft.place.startsAt : eventItemId(openDraft.occurrence)}
            draft={openDraft}
            calendars={calendars}
            doDaysBlock={profile?.settings.scheduling.allDayEventsBlock ?? false}
            onClose={closeDraft}
            onCreate={(form, onCreated) => {
              const { place } = openDraft.kind === 'new' ? openDraft : { place: toPlace(form) };
              const onRefused = () => setDraft({ kind: 'new', place, form });
              void eventActions.create(form, { onRefused, onCreated });
            }}
            onChange={eventActions.change}
            onRemove={eventActions.remove}
            onAnswer={answerInvitation}
          />
        </Suspense>
      )}
      <ScopeDialog question={scope.question} onAnswer={scope.settle} />
    </>
  );
}
