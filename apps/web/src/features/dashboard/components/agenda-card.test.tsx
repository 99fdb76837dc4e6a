import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aBlock } from '#test/fixtures.ts';
import { agendaDays } from '../model/agenda.ts';
import { AgendaCard } from './agenda-card.tsx';

test('a block says whether it was finished once its time is over', () => {
  const at = (hour: number) => new Date(2026, 10, 20, hour);
  const block = (title: string, hour: number, isFinished = false) =>
    aBlock({
      title,
      isFinished,
      startsAt: at(hour).toISOString(),
      endsAt: at(hour + 1).toISOString(),
    });
  const now = at(12);
  const [today] = agendaDays(
    now,
    [],
    [block('Letter', 9), block('Invoices', 10, true), block('Report', 12), block('Slides', 14)],
  );
  render(
    <AgendaCard
      items={today?.items ?? []}
      now={now}
      openTasks={3}
      waitingTasks={0}
      isLoading={false}
      failure={null}
      onRetry={() => {}}
    />,
  );
  expect(
    screen.getAllByRole('listitem').map((row) => row.lastElementChild?.lastElementChild?.textContent),
  ).toEqual(['Not finished', 'Done', 'Now', 'Planned']);
});
