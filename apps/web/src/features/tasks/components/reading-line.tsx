import type { Choice } from '@dayloom/language';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { Hidden } from '#ui/hidden.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { colors, radius } from '#ui/tokens.ts';
import type { useQuickAdd } from '../hooks/use-quick-add.ts';

type QuickAddState = ReturnType<typeof useQuickAdd>;
type Understood = NonNullable<QuickAddState['understood']>;

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 8,
  rowGap: 4,
  minHeight: 36,
  padding: '6px 14px',
  borderTop: `1px solid ${colors.line}`,
  color: colors.text2,
  fontSize: '0.75rem',
  lineHeight: '18px',
  overflowWrap: 'anywhere',
  fontVariantNumeric: 'tabular-nums',
  '& strong': { color: colors.text1, fontWeight: 550 },
} as const;

const Row = styled('div')(row);
const Answers = styled('fieldset')({
  ...row,
  margin: 0,
  minWidth: 0,
  border: 0,
  borderTop: row.borderTop,
  background: colors.softTint,
});

const ChipButton = styled('button')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 24,
  padding: '0 8px',
  border: `1px solid ${colors.control}`,
  borderRadius: radius.chip,
  background: colors.surface2,
  color: colors.text1,
  font: 'inherit',
  fontWeight: 500,
  cursor: 'pointer',
  '&:hover': { borderColor: colors.primaryLight },
  '&[aria-pressed="true"]': { background: colors.primaryTint, borderColor: colors.primaryLight },
  '@media (pointer: coarse)': { minHeight: 44, padding: '0 12px' },
});

interface ReadingLineProps {
  id: string;
  inputId: string;
  understood: Understood | null;
  correct: QuickAddState['correct'];
  onAnswer: (choice: Choice) => void;
}

/** How the line is read, with what can be changed about it. Screen readers hear the text, not the buttons. */
export function ReadingLine({ id, inputId, understood, correct, onAnswer }: ReadingLineProps) {
  const question = understood?.question ?? null;
  return (
    <>
      <Row
        sx={understood ? {} : { position: 'absolute', clipPath: 'inset(50%)', p: 0, border: 0, minHeight: 0 }}
      >
        <output id={id} htmlFor={inputId}>
          {understood ? (
            <>
              <strong>{understood.title}</strong>
              {understood.words.length > 0 && ` · ${understood.words.join(' · ')}`}
              {understood.problem && (
                <Box component="span" sx={{ color: 'error.main', ml: 1 }}>
                  {understood.problem}
                </Box>
              )}
              {question && <Hidden>{question.text}</Hidden>}
            </>
          ) : (
            'Dates, times, lengths, #project, p1 to p4 and repeats are understood.'
          )}
        </output>
        {understood && <Corrections understood={understood} correct={correct} />}
      </Row>
      {question && (
        <Answers aria-label={question.text}>
          <span aria-hidden>{question.text}</span>
          {question.choices.map((choice, index) => (
            <ChipButton key={choice.label} type="button" onClick={() => onAnswer(choice)}>
              {choice.label}
              <Box component="span" aria-hidden sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
                <Kbd keys={`alt+${index + 1}`} />
              </Box>
            </ChipButton>
          ))}
        </Answers>
      )}
    </>
  );
}

function Corrections({
  understood,
  correct,
}: Pick<ReadingLineProps, 'correct'> & { understood: Understood }) {
  const { time, isDeadline, hours } = understood;
  const isPersonal = hours === 'personal';
  return (
    <>
      {time && (
        <ChipButton
          type="button"
          aria-pressed={isDeadline}
          onClick={() => correct({ isDeadline: !isDeadline })}
        >
          due by {time}
        </ChipButton>
      )}
      <ChipButton
        type="button"
        aria-pressed={isPersonal}
        onClick={() => correct({ hours: isPersonal ? 'work' : 'personal' })}
      >
        personal hours
      </ChipButton>
    </>
  );
}
