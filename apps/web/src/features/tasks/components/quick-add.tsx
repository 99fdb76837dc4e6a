import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { CornerDownLeft, Plus } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { colors, radius } from '#ui/tokens.ts';
import { useQuickAdd } from '../hooks/use-quick-add.ts';
import type { TaskActions } from '../hooks/use-task-actions.ts';
import type { TimeFrame } from '../model/time-frame.ts';
import type { View } from '../model/views.ts';
import { QuickAddHelp } from './quick-add-help.tsx';
import { ReadingLine } from './reading-line.tsx';
import { RefusedLines } from './refused-lines.tsx';
import { TokenLine } from './token-line.tsx';

const Frame = styled('form')({
  background: colors.surface1,
  border: `1px solid ${colors.control}`,
  borderRadius: radius.card,
  overflow: 'hidden',
  '&:focus-within': { borderColor: colors.primaryLight, boxShadow: `0 0 0 1px ${colors.primaryLight}` },
});

interface QuickAddProps {
  create: TaskActions['create'];
  view: View;
  frame: TimeFrame;
  inputRef: RefObject<HTMLInputElement | null>;
  /** What has been typed elsewhere. */
  initialText?: string;
}

/** The input line for new tasks. */
export function QuickAdd({ create, view, frame, inputRef, initialText = '' }: QuickAddProps) {
  const { text, tokens, understood, ...line } = useQuickAdd(create, view, frame, initialText);
  const { write, correct, answer, submit, load, onPaste, onKeyDown } = line;
  const inputId = useId();
  const wordsId = useId();
  return (
    <Frame
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: '4px 8px 4px 14px' }}>
        <Plus size={18} strokeWidth={1.75} color={colors.primaryLight} aria-hidden style={{ flex: 'none' }} />
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
          endIcon={<CornerDownLeft size={14} aria-hidden />}
          sx={{
            '@media (pointer: coarse)': { height: 44 },
            '& .MuiButton-endIcon': { display: { xs: 'none', sm: 'inherit' } },
          }}
        >
          Add
        </Button>
      </Box>
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
    </Frame>
  );
}
