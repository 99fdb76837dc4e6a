import { CornerDownLeft, Plus } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { Button } from '#ui/button.tsx';
import { useQuickAdd } from '../hooks/use-quick-add.ts';
import type { TaskActions } from '../hooks/use-task-actions.ts';
import type { TimeContext } from '../model/time-context.ts';
import type { View } from '../model/views.ts';
import { QuickAddHelp } from './quick-add-help.tsx';
import { ReadingLine } from './reading-line.tsx';
import { RefusedLines } from './refused-lines.tsx';
import { TokenLine } from './token-line.tsx';
import './quick-add.css';

interface QuickAddProps {
  create: TaskActions['create'];
  view: View;
  context: TimeContext;
  inputRef: RefObject<HTMLInputElement | null>;
  /** What has been typed elsewhere. */
  initialText?: string;
}

/** The input line for new tasks. */
export function QuickAdd({ create, view, context, inputRef, initialText = '' }: QuickAddProps) {
  const { text, tokens, understood, ...line } = useQuickAdd(create, view, context, initialText);
  const { write, correct, answer, submit, load, onPaste, onKeyDown } = line;
  const inputId = useId();
  const wordsId = useId();
  return (
    <form
      className="quick-add"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="quick-add-line">
        <Plus size={18} strokeWidth={1.75} className="quick-add-plus" aria-hidden />
        <TokenLine
          id={inputId}
          inputRef={inputRef}
          value={text}
          tokens={tokens}
          maxLength={2_000}
          aria-label="Add a task"
          aria-describedby={wordsId}
          placeholder="Try: Write report 2h by Friday #work"
          data-quick-add
          data-hint="quick-add"
          onFocus={() => void load()}
          onChange={(event) => write(event.currentTarget.value)}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
        />
        <QuickAddHelp />
        <Button
          type="submit"
          variant="contained"
          color="primary"
          size="small"
          disabled={text.trim() === ''}
          className="quick-add-button"
        >
          Add
          <CornerDownLeft size={14} className="quick-add-enter" aria-hidden />
        </Button>
      </div>
      <ReadingLine
        id={wordsId}
        inputId={inputId}
        understood={understood}
        correct={correct}
        onAnswer={(choice) => {
          answer(choice);
          inputRef.current?.focus();
        }}
      />
      <RefusedLines create={create} onEmpty={() => inputRef.current?.focus()} />
    </form>
  );
}
