import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { CornerDownLeft, Delete, Plus } from 'lucide-react';
import { type RefObject, useId, useImperativeHandle } from 'react';
import { colors, radius } from '#ui/tokens.ts';
import { useQuickAdd } from '../hooks/use-quick-add.ts';
import type { TaskActions } from '../hooks/use-task-actions.ts';
import type { TimeFrame } from '../model/time-frame.ts';
import type { View } from '../model/views.ts';
import { RefusedLines } from './refused-lines.tsx';
import { TokenLine } from './token-line.tsx';

const Frame = styled('form')({
  background: colors.surface1,
  border: `1px solid ${colors.control}`,
  borderRadius: radius.card,
  '&:focus-within': { borderColor: colors.primaryLight, boxShadow: `0 0 0 1px ${colors.primaryLight}` },
});

const Understood = styled('output')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 12,
  rowGap: 4,
  minHeight: 36,
  padding: '8px 14px',
  borderTop: `1px solid ${colors.line}`,
  color: colors.text2,
  fontSize: '0.75rem',
  lineHeight: '18px',
  overflowWrap: 'anywhere',
  fontVariantNumeric: 'tabular-nums',
  '& strong': { color: colors.text1, fontWeight: 550 },
});

interface QuickAddProps {
  create: TaskActions['create'];
  view: View;
  frame: TimeFrame;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Takes a line that was typed elsewhere in the app. */
  addRef: RefObject<((line: string) => void) | null>;
}

/** The input line for new tasks. */
export function QuickAdd({ create, view, frame, inputRef, addRef }: QuickAddProps) {
  const { text, tokens, understood, write, submit, addLine, load, onPaste, onKeyDown } = useQuickAdd(
    create,
    view,
    frame,
  );
  useImperativeHandle(addRef, () => addLine);
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
          placeholder="Report ~2h #work p1 by Fri !hard every week"
          onFocus={() => void load()}
          onChange={(event) => write(event.currentTarget.value)}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
        />
        <Button
          type="submit"
          variant="contained"
          color="primary"
          size="small"
          disabled={text.trim() === ''}
          endIcon={<CornerDownLeft size={14} aria-hidden />}
          sx={{ '@media (pointer: coarse)': { height: 44 } }}
        >
          Add
        </Button>
      </Box>
      <Understood
        id={wordsId}
        htmlFor={inputId}
        sx={understood ? {} : { position: 'absolute', clipPath: 'inset(50%)', p: 0, border: 0, minHeight: 0 }}
      >
        {understood ? (
          <>
            <span>
              <strong>{understood.title}</strong>
              {understood.words.length > 0 && ` · ${understood.words.join(' · ')}`}
            </span>
            {understood.problem && (
              <Box component="span" sx={{ color: 'error.main' }}>
                {understood.problem}
              </Box>
            )}
            {tokens.length > 0 && (
              <Box
                component="span"
                sx={{
                  display: { xs: 'none', sm: 'inline-flex' },
                  alignItems: 'center',
                  gap: '6px',
                  ml: 'auto',
                  color: 'text.tertiary',
                }}
              >
                <Delete size={14} aria-label="Backspace" />
                token to text
              </Box>
            )}
          </>
        ) : (
          'Length, #project, p1 to p4, a deadline and a repeat rule are understood.'
        )}
      </Understood>
      <RefusedLines create={create} onEmpty={() => inputRef.current?.focus()} />
    </Frame>
  );
}
