import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { formatMinutes, lengths } from '../model/choices.ts';
import { Group } from './form-section.tsx';
import './lengths-field.css';

const [SHORTEST, LONGEST, MOST] = [5, 720, 8];

interface LengthsFieldProps {
  durations: readonly number[];
  problem: string | undefined;
  onChange: (durations: number[]) => void;
}

/** One or several lengths, from which the visitor chooses. The first one is the default. */
export function LengthsField({ durations, problem, onChange }: LengthsFieldProps) {
  const [own, setOwn] = useState('');
  const shown = [...new Set<number>([...lengths, ...durations])].sort((a, b) => a - b);
  const minutes = Number(own);
  const isPossible = Number.isInteger(minutes) && minutes >= SHORTEST && minutes <= LONGEST;
  const isFull = durations.length >= MOST;
  const [first] = durations;
  const add = () => {
    if (!isPossible || isFull) return;
    if (!durations.includes(minutes)) onChange([...durations, minutes]);
    setOwn('');
  };
  const toggle = (length: number) =>
    onChange(durations.includes(length) ? durations.filter((one) => one !== length) : [...durations, length]);
  return (
    <Group
      label="Length"
      problem={problem}
      hint={
        durations.length > 1 && first !== undefined
          ? `Visitors choose; at first, ${formatMinutes(first)} is chosen.`
          : undefined
      }
    >
      <div className="lengths-field">
        {shown.map((length) => (
          <button
            key={length}
            type="button"
            className="lengths-field-chip n"
            aria-pressed={durations.includes(length)}
            disabled={isFull && !durations.includes(length)}
            onClick={() => toggle(length)}
          >
            {formatMinutes(length)}
          </button>
        ))}
      </div>
      <div className="lengths-field">
        <TextInput
          className="lengths-field-own"
          inputMode="numeric"
          aria-label="Another length in minutes"
          placeholder="Minutes"
          value={own}
          error={own !== '' && !isPossible}
          onChange={(event) => setOwn(event.target.value.trim())}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            add();
          }}
        />
        <Button disabled={!isPossible || isFull} onClick={add}>
          Add length
        </Button>
      </div>
    </Group>
  );
}
