import type { FoundTasks } from '@dayloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { notify } from '#ui/toast.tsx';
import { offerUndo } from '#ui/undo.ts';
import { importTasks } from '../api.ts';
import { useTimeContext } from '../hooks/use-task-actions.ts';
import type { ReadTasks } from '../model/imported-tasks.ts';
import { describeNewTask } from '../model/quick-add.ts';
import { ImportAccounts } from './import-accounts.tsx';
import './import-tasks-card.css';

const LARGEST_FILE = 5_000_000;
const SHOWN = 8;

const countTasks = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`;

/** Reads tasks from a file of another app or from a pasted list, and shows them before they are added. */
export function ImportTasksCard() {
  const client = useQueryClient();
  const context = useTimeContext();
  const input = useRef<HTMLInputElement>(null);
  const textId = useId();
  const [text, setText] = useState('');
  const [read, setRead] = useState<ReadTasks | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ tasks }: ReadTasks) => importTasks(tasks),
    async onSuccess({ commandId }, { tasks }) {
      setRead(null);
      setText('');
      await client.invalidateQueries({ queryKey: queryKeys.tasks });
      offerUndo(client, `${countTasks(tasks.length)} imported`, commandId);
    },
    onError: (error) =>
      notify.error(getMessage(error, 'The tasks could not be imported. Nothing was added.')),
  });

  const show = async (source: string | File) => {
    // The readers and the parser of dates are loaded when they are needed.
    const [{ readTasks }, { readTextFile, UnreadableTasks }, { parseQuickAdd: parse }] = await Promise.all([
      import('../model/import-tasks.ts'),
      import('../model/read-text-file.ts'),
      import('@dayloom/language'),
    ]);
    const read = async () => {
      const isText = typeof source === 'string';
      const content = isText ? source : readTextFile(new Uint8Array(await source.arrayBuffer()));
      const options = { ...context, now: new Date(), locale: navigator.language, parse };
      return readTasks(content, isText ? null : source.name, options);
    };
    const found = await read().catch((error: unknown) => {
      if (!(error instanceof UnreadableTasks)) throw error;
      notify.error(error.message);
    });
    if (!found) return;
    const { length } = found.tasks;
    if (length === 0) {
      notify.error(
        found.finished > 0
          ? 'All tasks in it are finished.'
          : 'There are no tasks in it. See what can be read.',
      );
    } else setRead(found);
  };
  const showFound = (found: FoundTasks) => {
    const { source, tasks, imported } = found;
    if (tasks.length > 0) setRead({ ...found, finished: 0 });
    else if (imported > 0) notify.success(`All tasks of ${source} are already here.`);
    else notify.success(`There are no open tasks in ${source}.`);
  };
  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > LARGEST_FILE) {
      notify.error('The file is larger than 5 MB. Is it an export of tasks?');
      return;
    }
    await tryToShow(file);
  };
  const tryToShow = (source: string | File) =>
    show(source).catch((error: unknown) => {
      console.warn(error);
      notify.error(`The ${typeof source === 'string' ? 'list' : 'file'} could not be read.`);
    });

  return (
    <Card aria-labelledby="import-tasks">
      <CardHeader
        id="import-tasks"
        title="Import tasks"
        subtitle="From an account, a file of Todoist (CSV of a project), TickTick (CSV backup) or Things (JSON), or a list: one task a line, or check-lists in Markdown."
        action={
          <Button
            startIcon={<FileUp size={16} aria-hidden />}
            disabled={isPending}
            onClick={() => input.current?.click()}
          >
            Choose a file
          </Button>
        }
      />
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.json,.md,.txt,text/csv,text/plain,text/markdown,application/json"
        aria-label="File with tasks"
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          // Allows choosing the same file again.
          event.target.value = '';
        }}
      />
      <CardBody className="import-tasks-card-body">
        {read ? (
          <Preview
            read={read}
            describe={(task) => describeNewTask({ ...task }, context).join(' · ')}
            isPending={isPending}
            onImport={() => mutate(read)}
            onCancel={() => setRead(null)}
          />
        ) : (
          <>
            <ImportAccounts onFound={showFound} />
            <label htmlFor={textId} className="text-label">
              Or paste a list
            </label>
            <TextInput
              id={textId}
              multiline
              rows={3}
              fullWidth
              value={text}
              placeholder={'- [ ] Write the report 2h by Friday\n- [ ] Call the dentist'}
              onChange={(event) => setText(event.target.value)}
            />
            <div>
              <Button disabled={text.trim() === ''} onClick={() => void tryToShow(text)}>
                Show the tasks
              </Button>
            </div>
          </>
        )}
      </CardBody>
    </Card>
  );
}

interface PreviewProps {
  read: ReadTasks;
  describe: (task: ReadTasks['tasks'][number]) => string;
  isPending: boolean;
  onImport: () => void;
  onCancel: () => void;
}

function Preview({ read, describe, isPending, onImport, onCancel }: PreviewProps) {
  const { source, isUnverified = false, tasks, finished, problems, imported = 0, more = 0 } = read;
  return (
    <>
      <output className="import-tasks-card-count">
        <strong>
          {countTasks(tasks.length)} from {source}
        </strong>
        {finished > 0 && ` · ${finished} finished ${finished === 1 ? 'one is' : 'ones are'} left out`}
        {imported > 0 && ` · ${imported} imported before ${imported === 1 ? 'is' : 'are'} left out`}
        {more > 0 && ` · import again for ${more} more`}
      </output>
      {isUnverified && (
        <p className="text-small">
          Files of {source} are read as their format is described, and were not tried with an export of
          today's version. Look through the tasks before you import them.
        </p>
      )}
      <ul className="import-tasks-card-tasks text-small">
        {tasks.slice(0, SHOWN).map((task) => (
          <li key={task._id}>
            {task.title}
            <span className="import-tasks-card-words">
              {describe(task)}
              {task.subtasks &&
                ` · ${task.subtasks.length === 1 ? '1 subtask' : `${task.subtasks.length} subtasks`}`}
            </span>
          </li>
        ))}
        {tasks.length > SHOWN && <li>and {tasks.length - SHOWN} more</li>}
      </ul>
      {problems.length > 0 && (
        <ul className="import-tasks-card-problems text-small">
          {[...new Set(problems.slice(0, SHOWN))].map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
          {problems.length > SHOWN && <li>and {problems.length - SHOWN} more like these</li>}
        </ul>
      )}
      <div className="import-tasks-card-actions">
        <Button variant="contained" disabled={isPending} onClick={onImport}>
          {isPending ? 'Importing...' : `Import ${countTasks(tasks.length)}`}
        </Button>
        <Button variant="text" disabled={isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </>
  );
}
