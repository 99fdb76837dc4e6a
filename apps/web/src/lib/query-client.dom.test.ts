import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { createQueryClient, queryKeys } from './query-client.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Watches a list whose answers the test gives, one for each request. */
function watchList() {
  const client = createQueryClient();
  const answers: ((list: readonly string[]) => void)[] = [];
  const queryFn = () => new Promise<readonly string[]>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey: queryKeys.calendarAccounts, queryFn });
  stops.push(observer.subscribe(() => {}));
  return { client, answers, getList: () => observer.getCurrentResult().data };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('the first answer of a query that was invalidated meanwhile is not its last', async () => {
  const { client, answers, getList } = watchList();
  expect(answers).toHaveLength(1);
  void client.invalidateQueries({ queryKey: queryKeys.calendarAccounts });
  answers[0]?.([]);
  await settled();
  expect(answers).toHaveLength(2);
  answers[1]?.(['connected meanwhile']);
  await settled();
  expect(getList()).toEqual(['connected meanwhile']);
  expect(answers).toHaveLength(2);
});

test('a request that an invalidation lets go on is followed by another one', async () => {
  const { client, answers, getList } = watchList();
  answers[0]?.(['old']);
  await settled();
  void client.refetchQueries({ queryKey: queryKeys.calendarAccounts });
  void client.invalidateQueries({ queryKey: queryKeys.calendarAccounts }, { cancelRefetch: false });
  expect(answers).toHaveLength(2);
  answers[1]?.(['from before the change']);
  await settled();
  expect(answers).toHaveLength(3);
  answers[2]?.(['from after it']);
  await settled();
  expect(getList()).toEqual(['from after it']);
});

test('a restarted request is not made a third time', async () => {
  const { client, answers, getList } = watchList();
  answers[0]?.(['old']);
  await settled();
  void client.refetchQueries({ queryKey: queryKeys.calendarAccounts });
  void client.invalidateQueries({ queryKey: queryKeys.calendarAccounts });
  expect(answers).toHaveLength(3);
  answers[2]?.(['new']);
  await settled();
  expect(getList()).toEqual(['new']);
  expect(answers).toHaveLength(3);
});
