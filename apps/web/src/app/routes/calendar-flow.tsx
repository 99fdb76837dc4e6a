import { MINUTE_MS } from '@dayloom/time';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { findOccurrence } from '#features/calendar/api.ts';
import { CalendarFrame } from '#features/calendar/components/calendar-frame.tsx';
import { CalendarList, NarrowWeekendBox } from '#features/calendar/components/calendar-list.tsx';
import { CalendarToolbar } from '#features/calendar/components/calendar-toolbar.tsx';
import { DragSource } from '#features/calendar/components/drag-source.tsx';
import type { EventDraft } from '#features/calendar/components/event-sheet.tsx';
import { GridSkeleton } from '#features/calendar/components/grid-skeleton.tsx';
import { WeekendStrips } from '#features/calendar/components/weekend-strips.tsx';
import { useCalendarKeys } from '#features/calendar/hooks/use-calendar-keys.ts';
import { useCalendarView } from '#features/calendar/hooks/use-calendar-view.ts';
import { useEscapeFromPanel } from '#features/calendar/hooks/use-escape-from-panel.ts';
import { useEventActions, useScopeQuestion } from '#features/calendar/hooks/use-event-actions.ts';
import { useHeldPlaces } from '#features/calendar/hooks/use-held-places.ts';
import { focusedItemId, focusItem } from '#features/calendar/hooks/use-item-keys.ts';
import { useNarrowWeekend } from '#features/calendar/hooks/use-narrow-weekend.ts';
import { useOwnAnswer } from '#features/calendar/hooks/use-own-answer.ts';
import { defaultPlace } from '#features/calendar/model/event-form.ts';
import { computeFreeStart } from '#features/calendar/model/free-start.ts';
import { eventItems, type GridItem, type Place, samePlace } from '#features/calendar/model/grid-item.ts';
import { PHONE } from '#features/calendar/model/views.ts';
import { useAccountsToReconnect, useUnsentCount } from '#features/calendar-accounts/hooks/use-connections.ts';
import { NewRequestButton } from '#features/meetings/components/new-request-button.tsx';
import { openNewRequest } from '#features/meetings/hooks/use-new-request.ts';
import { type UnplannedTask, useUnplannedTasks } from '#features/planning/api.ts';
import { BlocksLegend } from '#features/planning/components/blocks-legend.tsx';
import { PlanButton } from '#features/planning/components/plan-button.tsx';
import { UnplannedTasks } from '#features/planning/components/unplanned-tasks.tsx';
import { useBlockActions } from '#features/planning/hooks/use-planning.ts';
import { blockItemId } from '#features/planning/model/plan-items.ts';
import { eventItemId } from '#lib/calendar-links.ts';
import { createLazyPart, onIntention } from '#lib/lazy-part.ts';
import { useNow } from '#lib/now.ts';
import { usePageRequest } from '#lib/page-request.ts';
import { useLatest } from '#lib/use-latest.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { useNavigate } from '#lib/use-router.tsx';
import { useViewer } from '#lib/viewer.ts';
import type { Anchor } from '#ui/anchored-card.tsx';
import { useRunCommand } from '#ui/commands.ts';
import { LoadingBar } from '#ui/loading-bar.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { layoutBreakpoints } from '#ui/tokens.ts';
import { useUndoKeys } from '#ui/undo.ts';
import { createBlockKeys } from '../calendar/block-keys.ts';
import { CalendarNotices, DiffBanner } from '../calendar/calendar-notices.tsx';
import { OpenBlock } from '../calendar/open-block.tsx';
import { createOpened, ItemCard, OpenCard } from '../calendar/open-card.tsx';
import { OpenEvent } from '../calendar/open-event.tsx';
import { useCalendarContent } from '../calendar/use-calendar-content.ts';
import { useWeekPlan } from '../calendar/use-week-plan.ts';
import './calendar-flow.css';

/** The library of the grid is a quarter of the page's script: it follows the page, and is on its way at once. */
const loadGrid = () => import('#features/calendar/components/calendar-grid.tsx');
const CalendarGrid = lazy(async () => ({ default: (await loadGrid()).CalendarGrid }));
// A failure shows where the grid is drawn.
loadGrid().catch(() => {});
const ScopeDialog = createLazyPart(
  async () => (await import('#features/calendar/components/scope-dialog.tsx')).ScopeDialog,
);
const TaskOverlay = createLazyPart(async () => (await import('../calendar/task-overlay.tsx')).default);
const onGridIntention = onIntention(ItemCard);
const onRailIntention = onIntention(TaskOverlay, DiffBanner);
/** Needed once. */
const FirstPlanCard = lazy(() => import('#features/preferences/components/first-plan-card.tsx'));

/** With the details open and seven whole days, days would be narrower than 110 px. */
const CROWDED = '(max-width: 1590.95px)';
const DESKTOP = `(min-width: ${layoutBreakpoints.desktop}px)`;

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
  const [opened] = useState(createOpened);
  const [openTaskId, setOpenTaskId] = useState<string | null>(null);
  const [isRailOpen, setIsRailOpen] = useState(false);
  const content = useCalendarContent(shown.range, now, { isPhone });
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
  const { planning, planWeek, ...weekPlan } = useWeekPlan(
    content.proposal,
    tasks.data?.hasTasks ?? true,
    shown,
  );
  useUndoKeys();

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

  /** A key for a block applies to the focused block, else to the open one. */
  const blockKeys = createBlockKeys(
    () =>
      blocks?.find(({ _id }) => blockItemId(_id) === focusedItemId()) ??
      blocks?.find(({ _id }) => blockItemId(_id) === opened.get()?.itemId) ??
      blocks?.find(({ _id }) => _id === shown.selected),
    blockActions,
  );
  useCalendarKeys({
    isPhone,
    goToday: shown.goToday,
    setView: shown.setView,
    page: shown.page,
    toggleWeekend: () => setIsWeekendNarrow(!isWeekendNarrow),
    newEvent,
    plan: () => void planWeek(),
    ...blockKeys,
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
    else opened.set({ itemId: item.id, anchor });
  });
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
    const length = Math.min(remainingMinutes, maxChunkMinutes) * MINUTE_MS;
    const startsAt = computeFreeStart(defaultPlace(shown.date, new Date()).startsAt, length, items);
    pinTask(_id, startsAt, new Date(Date.parse(startsAt) + length).toISOString());
  });
  const openTask = useCallback((taskId: string) => {
    setIsRailOpen(false);
    setOpenTaskId(taskId);
  }, []);
  const markPlace = useCallback((place: Place) => setDraft({ kind: 'new', place }), []);

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
    <OpenBlock
      block={block}
      blocks={blocks ?? []}
      now={now}
      actions={blockActions}
      onClose={isDesktop ? closeDetails : null}
      onSelect={shown.select}
      onPlanWeek={planWeek}
    />
  );
  const rail = (
    <>
      {isDesktop && (
        <PlanButton
          isBusy={planning.busy === 'proposing'}
          onPlan={() => void planWeek()}
          // That of the proposal, or of another time for the open block.
          isSecondary={Boolean(content.proposal ?? details)}
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
  const skeleton = <GridSkeleton columns={{ day: 1, days: 3, week: 7, month: 7, agenda: 1 }[shown.view]} />;

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
                  isSecondary={Boolean(content.proposal)}
                  isCompact={isPhone}
                />
              )}
            </>
          }
        />
      </PageBar>
      <CalendarFrame
        onRail={onRailIntention}
        onGrid={onGridIntention}
        rail={isDesktop ? rail : null}
        grid={
          content.isLoading && !content.failure ? (
            skeleton
          ) : (
            <Suspense fallback={skeleton}>
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
            </Suspense>
          )
        }
        notices={
          <>
            {weekPlan.isAsking && profile && (
              <Suspense>
                <FirstPlanCard
                  hours={{ work: profile.settings.workingHours, personal: profile.settings.personalHours }}
                  scheduling={profile.settings.scheduling}
                  onDismissed={weekPlan.endAsking}
                  onSaved={() => {
                    weekPlan.endAsking();
                    void weekPlan.planNow();
                  }}
                />
              </Suspense>
            )}
            <CalendarNotices
              content={content}
              planning={planning}
              isEmpty={isEmpty}
              hasHours={!['month', 'agenda'].includes(shown.view)}
              troubled={troubled}
              unsentCount={unsentCount}
              isPhone={isPhone}
              onReplan={() => void planWeek()}
              onShowProposal={weekPlan.showProposal}
            />
          </>
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
      <OpenCard
        opened={opened}
        content={content}
        now={now}
        eventActions={eventActions}
        blockActions={blockActions}
        onAnswer={answerInvitation}
        onEditEvent={(occurrence) => setDraft({ kind: 'edit', occurrence })}
        onEditTask={setOpenTaskId}
        onExplain={shown.select}
      />
      {openTaskId && (
        <Suspense
          fallback={
            <Sheet isOpen onClose={() => setOpenTaskId(null)} label="Task">
              <RowsSkeleton rows={5} label="Loading the task" />
            </Sheet>
          }
        >
          <TaskOverlay
            id={openTaskId}
            projects={[...new Set(blocks?.flatMap(({ project }) => project ?? []))].sort()}
            onOpen={setOpenTaskId}
            onClose={() => setOpenTaskId(null)}
          />
        </Suspense>
      )}
      {openDraft && (
        <OpenEvent
          draft={openDraft}
          calendars={calendars}
          actions={eventActions}
          onClose={closeDraft}
          onReopen={setDraft}
          onAnswer={answerInvitation}
        />
      )}
      {scope.question && (
        <Suspense fallback={<LoadingBar />}>
          <ScopeDialog question={scope.question} onAnswer={scope.settle} />
        </Suspense>
      )}
    </>
  );
}
