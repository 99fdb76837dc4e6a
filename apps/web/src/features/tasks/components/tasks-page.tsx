import type { Task } from '@dayloom/contracts';
import { Suspense, useCallback, useId, useMemo, useRef, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { createLazyPart, onIntention } from '#lib/lazy-part.ts';
import { useSearchParams } from '#lib/use-router.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { useUndoKeys } from '#ui/undo.ts';
import { useAtRisk } from '../api.ts';
import { useFocusAfterRemoval } from '../hooks/use-focus-after-removal.ts';
import { useListedTasks } from '../hooks/use-listed-tasks.ts';
import { useRememberedGrouping } from '../hooks/use-remembered-grouping.ts';
import { useTaskActions, useTimeContext } from '../hooks/use-task-actions.ts';
import { useTaskKeys } from '../hooks/use-task-keys.ts';
import { useTaskRows } from '../hooks/use-task-rows.ts';
import { groupTasks } from '../model/groups.ts';
import { parseView, type View } from '../model/views.ts';
import { EmptyView } from './empty-view.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { QuickAdd } from './quick-add.tsx';
import { TaskList } from './task-list.tsx';
import { TaskForm, TaskSheet } from './task-sheet.tsx';
import type { TaskSheetProps } from './task-sheet-props.ts';
import { tabId, ViewTabs } from './view-tabs.tsx';
import './tasks-page.css';

const BulkBar = createLazyPart(async () => (await import('./bulk-bar.tsx')).BulkBar);
/** Tasks are opened and selected in the list. */
const onListIntention = onIntention(TaskForm, BulkBar);

export function TasksPage({
  renderFit,
  renderReminders,
}: Pick<TaskSheetProps, 'renderFit' | 'renderReminders'>) {
  useUndoKeys();
  const [address, setAddress] = useSearchParams();
  const view = parseView(address.get('view'));
  const openId = address.get('task');
  const context = useTimeContext();
  const ownActions = useTaskActions(view, context);
  const [query, setQuery] = useState('');
  const [grouping, setGrouping] = useRememberedGrouping();
  const [isEditing, setIsEditing] = useState(false);
  const addRef = useRef<HTMLInputElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const panelId = useId();
  const projectsId = useId();

  const { list, isPending, tasks, counts, projects, hasMore } = useListedTasks(view, query, context);
  const atRisk = useAtRisk((counts?.['at-risk'] ?? 0) > 0 || openId !== null);
  const groups = useMemo(() => groupTasks(tasks, grouping, view, context), [tasks, grouping, view, context]);
  const inOrder = useMemo(() => groups.flatMap((group) => group.tasks), [groups]);

  const setParam = useCallback(
    (name: string, value: string | null) =>
      setAddress((before) => {
        const after = new URLSearchParams(before);
        if (value === null) after.delete(name);
        else after.set(name, value);
        return after;
      }),
    [setAddress],
  );
  const open = useCallback(
    (task: Task, wantsTitle = false) => {
      setIsEditing(wantsTitle);
      setParam('task', task._id);
    },
    [setParam],
  );
  const edit = useCallback((task: Task) => open(task, true), [open]);
  const openById = useCallback((id: string) => setParam('task', id), [setParam]);
  const close = useCallback(() => setParam('task', null), [setParam]);
  const focusAdd = useCallback(() => addRef.current?.focus(), []);
  const focusSearch = useCallback(() => searchRef.current?.focus(), []);
  const actions = useFocusAfterRemoval(ownActions, inOrder, focusAdd, openId !== null);
  const onDone = useCallback(
    (task: Task, isDone: boolean) => void actions.setDone([task], isDone),
    [actions],
  );

  const rows = useTaskRows(inOrder);
  const onKeyDown = useTaskKeys({ rows, actions, onEdit: edit, onAdd: focusAdd, onSearch: focusSearch });
  const changeView = (next: View) => {
    rows.stopSelecting();
    setAddress(next === 'upcoming' ? {} : { view: next });
  };

  return (
    <Page width={1040}>
      <ViewTabs view={view} counts={counts} panelId={panelId} onChange={changeView} />
      <QuickAdd create={actions.create} view={view} context={context} inputRef={addRef} />
      <datalist id={projectsId}>
        {projects.map((project) => (
          <option key={project} value={project}>
            {project}
          </option>
        ))}
      </datalist>
      <div
        {...onListIntention}
        role="tabpanel"
        id={panelId}
        aria-labelledby={tabId(view)}
        className="tasks-page-panel"
      >
        {rows.isSelecting ? (
          <Suspense fallback={<Skeleton height={52} />}>
            <BulkBar
              tasks={rows.chosenTasks}
              hasMore={rows.chosenTasks.length < inOrder.length}
              projectsId={projectsId}
              context={context}
              actions={actions}
              onAll={rows.chooseAll}
              onStop={rows.stopSelecting}
            />
          </Suspense>
        ) : (
          <ListToolbar
            grouping={grouping}
            onGrouping={setGrouping}
            query={query}
            onQuery={setQuery}
            searchRef={searchRef}
            onSelect={rows.startSelecting}
            canSelect={inOrder.length > 0}
          />
        )}
        {isPending && inOrder.length === 0 ? (
          <div className="tasks-page-loading">
            <RowsSkeleton rows={6} label="Loading tasks" />
          </div>
        ) : list.isError && inOrder.length === 0 ? (
          <div role="alert">
            <EmptyState
              title="Your tasks could not be loaded"
              action={<Button onClick={() => void list.refetch()}>Try again</Button>}
            >
              {getMessage(list.error, 'The server did not answer as expected.')}
            </EmptyState>
          </div>
        ) : inOrder.length === 0 ? (
          <EmptyView view={view} query={query} onAdd={focusAdd} onClearSearch={() => setQuery('')} />
        ) : (
          <TaskList
            groups={groups}
            context={context}
            atRisk={atRisk}
            activeId={rows.activeId}
            markedId={openId ?? rows.focusedTask?._id ?? null}
            isSelecting={rows.isSelecting}
            chosen={rows.chosen}
            onKeyDown={onKeyDown}
            onOpen={open}
            onDone={onDone}
            onChoose={rows.choose}
            onFocus={rows.onFocus}
          />
        )}
        {list.isPending && inOrder.length > 0 && <RowsSkeleton rows={5} label="Loading tasks" />}
        {hasMore && (
          <div className="tasks-page-more">
            <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Load more
            </Button>
          </div>
        )}
      </div>
      {openId && (
        <TaskSheet
          key={openId}
          id={openId}
          context={context}
          atRisk={atRisk}
          actions={actions}
          projectsId={projectsId}
          isEditing={isEditing}
          renderFit={renderFit}
          renderReminders={renderReminders}
          onOpen={openById}
          onClose={close}
        />
      )}
    </Page>
  );
}
