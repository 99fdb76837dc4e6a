import type { PlanChange } from '@dayloom/contracts';
import { windowsByDate } from '@dayloom/contracts';
import { useMemo, useState } from 'react';
import { useCalendars, useOccurrences } from '#features/calendar/api.ts';
import { eventItems, type GridItem } from '#features/calendar/model/grid-item.ts';
import { firstHourShown, offHours } from '#features/calendar/model/off-hours.ts';
import type { DateRange } from '#features/calendar/model/views.ts';
import { usePlan } from '#features/planning/api.ts';
import { overlappedBlocks, planItems } from '#features/planning/model/plan-items.ts';
import { useViewer } from '#lib/viewer.ts';
import { useUncachedDays } from './use-uncached-days.ts';

const NONE: ReadonlySet<string> = new Set();

/** Everything the grid shows of a range: events, the plan with its proposal, and off hours. */
export function useCalendarContent(range: DateRange, now: Date, { isPhone }: { readonly isPhone: boolean }) {
  const { profile } = useViewer();
  const calendarsQuery = useCalendars();
  const events = useOccurrences(range);
  const plan = usePlan();
  const [unchecked, setUnchecked] = useState({ of: '', ids: NONE });

  const calendars = calendarsQuery.data?.calendars;
  const uncached = useUncachedDays(range, events);
  // While another range loads, the occurrences of the old one are shown. Of days that are not kept, none load.
  const occurrences = uncached && events.isPlaceholderData ? undefined : events.data?.occurrences;
  const blocks = plan.data?.plan.blocks;
  const pending = plan.data?.proposal;
  const proposal = pending && pending.changes.length > 0 ? pending : null;
  const uncheckedIds = useMemo(
    () => (proposal && unchecked.of === proposal._id ? unchecked.ids : NONE),
    [proposal, unchecked],
  );
  const planned = useMemo(
    () => planItems(blocks ?? [], proposal, uncheckedIds, now),
    [blocks, proposal, uncheckedIds, now],
  );
  // The grid draws only new items again, and a proposal makes no events new.
  const shownEvents = useMemo(() => eventItems(occurrences ?? [], calendars ?? []), [occurrences, calendars]);
  const items = useMemo<GridItem[]>(() => [...shownEvents, ...planned], [shownEvents, planned]);
  const overlapCount = useMemo(
    () => overlappedBlocks(blocks ?? [], occurrences ?? [], calendars ?? [], now).length,
    [blocks, occurrences, calendars, now],
  );
  const workingHours = profile?.settings.workingHours;
  const ownDates = profile?.settings.hoursOverrides;
  const homeZone = profile?.settings.homeTimeZone.name;
  const off = useMemo(
    () =>
      workingHours && homeZone
        ? offHours(range, workingHours, homeZone, windowsByDate(ownDates ?? [], 'work'))
        : [],
    [workingHours, ownDates, homeZone, range],
  );

  const queries = [events, plan, calendarsQuery];
  const isLoading = uncached === null && queries.some(({ isPending }) => isPending);
  return {
    calendars: calendars ?? [],
    occurrences,
    blocks,
    items,
    off,
    firstHour: firstHourShown(
      workingHours ?? {},
      isPhone && range.from <= now && now < range.to ? now.getHours() : 0,
    ),
    proposal,
    uncheckedIds,
    check: (changes: readonly PlanChange[], isChecked: boolean) => {
      if (!proposal) return;
      const ids = new Set(uncheckedIds);
      for (const { id } of changes) {
        if (isChecked) ids.delete(id);
        else ids.add(id);
      }
      setUnchecked({ of: proposal._id, ids });
    },
    overlapCount,
    risks: plan.data?.atRisk ?? [],
    isLoading,
    /** Shows nothing of another range while this one loads. */
    isSettled: !isLoading && (uncached !== null || !events.isPlaceholderData),
    uncached,
    failure: events.error ?? plan.error ?? calendarsQuery.error,
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}

export type CalendarContent = ReturnType<typeof useCalendarContent>;
