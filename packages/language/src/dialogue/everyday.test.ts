import { describe, expect, test } from 'vitest';
import type { DialogueEvent } from './data.ts';
import { converse } from './dialogue.ts';
import { ana, at, data, event, events, lee, listCalls, task, withSync } from './everyday-fixtures.ts';
import { type DialogueState, NEW_DIALOGUE } from './state.ts';

describe('a question about the plan', () => {
  test.each([
    ['why is the tax return on Tuesday?', { taskId: 'tax' }],
    ['Why did you put the tax return there', { taskId: 'tax' }],
  ])('%s', (text, input) => {
    expect(listCalls(text)).toEqual([['explain_plan', input]]);
  });

  test('about an event says that it is one', () => {
    const { kind, reply } = converse('why is lunch at 12?', data, NEW_DIALOGUE);
    expect(kind).toBe('answer');
    expect(reply).toContain('is an event of your calendar');
  });

  test.each([
    [
      'can I fit a 3 hour report before Friday?',
      { title: 'report', durationMinutes: 180, dueOn: '2026-11-19' },
    ],
    ['would a 2h blog post fit this week', { title: 'blog post', durationMinutes: 120, dueOn: '2026-11-22' }],
    [
      'do I have time for a 90 minute audit by Thursday',
      { title: 'audit', durationMinutes: 90, dueOn: '2026-11-19' },
    ],
    [
      'what if I have to do a 4 hour audit by Wednesday',
      { title: 'audit', durationMinutes: 240, dueOn: '2026-11-18' },
    ],
  ])('%s', (text, wanted) => {
    expect(listCalls(text)).toEqual([['what_if', { tasks: [wanted] }]]);
  });

  test('about time that might be taken', () => {
    expect(listCalls('what if I have a meeting tomorrow from 10 to 12?')).toEqual([
      ['what_if', { busy: [{ startsAt: '2026-11-17T10:00:00.000Z', endsAt: '2026-11-17T12:00:00.000Z' }] }],
    ]);
  });

  test.each([
    'what if I moved lunch?',
    'why was lunch cancelled, delete it?',
    'do I have time for a call tomorrow?',
  ])('is none, and changes nothing: %s', (text) => {
    expect(listCalls(text)).toEqual([]);
  });
});

describe('a request in other words', () => {
  const at17 = (time: string) => expect.objectContaining({ startsAt: `2026-11-17T${time}:00.000Z` });
  test.each([
    ['set up coffee with Ana tomorrow at 8:30 for half an hour', 'create_event', at17('08:30')],
    ['block out two hours tomorrow afternoon to write the proposal', 'create_event', at17('12:00')],
    ["I'll be out tomorrow from 1 to 3", 'create_event', { title: 'Out of office' }],
    ['take the day off on Friday', 'create_event', { title: 'Day off' }],
    ['schedule a follow-up with Lee an hour after the budget review', 'create_event', at17('12:00')],
    ["I can't make lunch, move it to tomorrow", 'update_event', at17('12:00')],
    ['can we do lunch on Tuesday instead, same time', 'update_event', at17('12:00')],
    ['my 2pm tomorrow should be at 1', 'update_event', at17('13:00')],
    ['put the budget review an hour back', 'update_event', at17('11:00')],
    ['the design review will take 90 minutes', 'update_event', { endsAt: '2026-11-17T15:30:00.000Z' }],
    ['the design review is in Room 7 now', 'update_event', { location: 'Room 7' }],
    ['call the design review "Last look"', 'update_event', { title: 'Last look' }],
    ['turn lunch into a weekly event', 'update_event', { recurrenceRule: 'FREQ=WEEKLY' }],
    ["I don't need the lunch anymore", 'delete_event', { eventId: 'lunch' }],
    ["I can't make lunch any more", 'delete_event', { eventId: 'lunch' }],
    ['book Lee tomorrow at 3', 'create_event', { title: 'Meeting with Lee' }],
    [
      'dinner friday evening for 2 hours with Lee',
      'create_event',
      { title: 'Dinner with Lee', startsAt: '2026-11-20T18:00:00.000Z', endsAt: '2026-11-20T20:00:00.000Z' },
    ],
    [
      'call with Lee tomorrow for 20 minutes at 4',
      'create_event',
      { startsAt: '2026-11-17T16:00:00.000Z', endsAt: '2026-11-17T16:20:00.000Z' },
    ],
    [
      'dentist tomorrow at 10:30 at 5 Main Street',
      'create_event',
      { title: 'Dentist', startsAt: '2026-11-17T10:30:00.000Z', location: '5 Main Street' },
    ],
    ['block 3 hours for writing tomorrow morning', 'create_event', { startsAt: '2026-11-17T07:00:00.000Z' }],
    ['give me an hour for lunch tomorrow', 'create_event', { title: 'Lunch' }],
    [
      'move the budget review to friday at 10 for 45 minutes',
      'update_event',
      { startsAt: '2026-11-20T10:00:00.000Z', endsAt: '2026-11-20T10:45:00.000Z' },
    ],
    ['push the design review to friday for 2 hours', 'update_event', { endsAt: '2026-11-20T16:00:00.000Z' }],
    ['snooze the budget review for 2 hours', 'update_event', at17('12:00')],
    ['move the design review to 4 and tell Lee', 'update_event', at17('16:00')],
    [
      'add the zoom link https://zoom.us/j/12345 to the budget review',
      'update_event',
      { note: 'https://zoom.us/j/12345' },
    ],
    ['walk the dog every evening', 'create_task', { timeOfDay: 'evening' }],
    ['go for a run every other day', 'create_task', { recurrenceRule: 'FREQ=DAILY;INTERVAL=2' }],
    [
      'write blog post 2h by friday #marketing high priority',
      'create_task',
      { title: 'Write blog post', durationMinutes: 120, dueOn: '2026-11-20', project: 'marketing' },
    ],
    ['prepare the talk before monday, about 4 hours', 'create_task', { dueOn: '2026-11-22' }],
    [
      'find time for a 45 minute call with Lee this week and book it',
      'create_event',
      { title: 'Call with Lee', startsAt: '2026-11-16T09:00:00.000Z' },
    ],
    [
      'book the first free hour tomorrow for writing',
      'create_event',
      { title: 'Writing', startsAt: '2026-11-17T09:00:00.000Z' },
    ],
    [
      'I have a flight at 6:40am on December 3rd to Denver',
      'create_event',
      { title: 'Flight to Denver', startsAt: '2026-12-03T06:40:00.000Z' },
    ],
    [
      "reschedule lunch to a time when I'm free on thursday",
      'update_event',
      { startsAt: '2026-11-19T09:00:00.000Z' },
    ],
    [
      'call with Lee tomorrow at 9am pacific',
      'create_event',
      { title: 'Call with Lee', startsAt: '2026-11-17T17:00:00.000Z' },
    ],
    ['8pm dinner', 'create_event', { title: 'Dinner', startsAt: '2026-11-16T20:00:00.000Z' }],
    ['I need a break at 3', 'create_event', { title: 'Break' }],
    [
      'every weekday at 9 standup for 15 minutes until christmas',
      'create_event',
      { title: 'Standup', startsAt: '2026-11-16T09:00:00.000Z', endsAt: '2026-11-16T09:15:00.000Z' },
    ],
    ['duplicate the budget review next week', 'create_event', { startsAt: '2026-11-24T10:00:00.000Z' }],
    [
      "set an alarm for ten o'clock tomorrow morning",
      'create_task',
      { title: 'Alarm', dueAt: '2026-11-17T10:00:00Z' },
    ],
    [
      'set an alarm for 40 minutes from now',
      'create_task',
      { title: 'Alarm', dueAt: '2026-11-16T08:40:00Z' },
    ],
    [
      'ask Lee for a time this week for a 1 hour planning',
      'create_meeting_request',
      { title: 'Planning', durationMinutes: 60 },
    ],
    [
      'send a poll to Ana and Lee for lunch next week',
      'create_meeting_request',
      {
        title: 'Lunch',
        times: ['2026-11-23T12:00:00.000Z', '2026-11-24T12:00:00.000Z', '2026-11-25T12:00:00.000Z'],
      },
    ],
    ['protect my lunch break every day', 'change_scheduling', { lunch: ['12:00', '13:00'] }],
    [
      'set my working hours to 9-12 and 1-5',
      'set_weekly_hours',
      {
        windows: [
          ['09:00', '12:00'],
          ['13:00', '17:00'],
        ],
      },
    ],
    ['can I finish the tax return this week?', 'explain_plan', { taskId: 'tax' }],
    ['move all overdue tasks to Friday', 'update_task', { taskId: 'late', dueOn: '2026-11-20' }],
    ['if I have at least 2 events tomorrow, cancel lunch', 'delete_event', { eventId: 'lunch' }],
    [
      'todo: send the invoice by Wednesday, takes about an hour',
      'create_task',
      { title: 'Send the invoice' },
    ],
    ['put "fix the bike" on my list, high priority', 'create_task', { title: 'Fix the bike', priority: 1 }],
    ['set an alarm for 6 tomorrow', 'create_task', { dueAt: '2026-11-17T06:00:00Z' }],
    [
      'set an alarm for tomorrow at six in the morning',
      'create_task',
      { title: 'Wake up', dueAt: '2026-11-17T06:00:00Z' },
    ],
    ["it'll take 3 hours to do the tax return", 'update_task', { durationMinutes: 180 }],
    ['split the tax return into 2 sessions', 'update_task', { isSplittable: true, maxChunkMinutes: 15 }],
    ['break the tax return up into chunks', 'update_task', { isSplittable: true }],
    [
      'add subtasks to the tax return: collect, fill in',
      'update_task',
      { addSubtasks: ['collect', 'fill in'] },
    ],
    ['add call the bank as a subtask of the tax return', 'update_task', { addSubtasks: ['call the bank'] }],
    ['I bought the soap', 'complete_task', { taskId: 'soap' }],
    [
      'lunch tomorrow at 1 (guests: ana@example.org, lee@example.org)',
      'create_event',
      { title: 'Lunch', attendees: [ana, lee] },
    ],
    ['hold 4pm tomorrow for ana@example.org + lee@example.org', 'create_event', { attendees: [ana, lee] }],
    ['review tomorrow at 3 and copy lee@example.org', 'create_event', { title: 'Review', attendees: [lee] }],
    ['review with Ana tomorrow at 3 and also cc Lee', 'create_event', { attendees: [ana, lee] }],
    ['review tomorrow at 3 with cc lee@example.org', 'create_event', { title: 'Review', attendees: [lee] }],
    [
      "meeting with Ana, Lee at noon tomorrow, don't ask me, just apply it",
      'create_event',
      { title: 'Meeting with Ana and Lee', attendees: [ana, lee] },
    ],
    ['clear the location of the budget review', 'update_event', { eventId: 'budget', location: '' }],
    ['Running late - push the budget review by 20 mins', 'update_event', at17('10:20')],
    ["I can't make the budget review anymore, take it off please", 'delete_event', { eventId: 'budget' }],
    ['Actually the budget review starts at 11, not 10', 'update_event', at17('11:00')],
    ["don't forget the budget review is at 11, not 10", 'update_event', at17('11:00')],
    ['the budget review is at 11 now', 'update_event', at17('11:00')],
    ["cancel the budget review tomorrow, not Friday's", 'delete_event', { eventId: 'budget' }],
    ['no lunch today, move it to tomorrow at the same hour', 'update_event', at17('12:00')],
    [
      'move lunch to the day after the budget review',
      'update_event',
      { startsAt: '2026-11-18T12:00:00.000Z' },
    ],
    ['no lunch today', 'delete_event', { eventId: 'lunch' }],
    ['move the budget review to 12 Elm Street', 'update_event', { location: '12 Elm Street' }],
    ['move the budget review two hours later', 'update_event', at17('12:00')],
    ['lunch tomorrow not today', 'update_event', at17('12:00')],
    ['make lunch tomorrow instead', 'update_event', at17('12:00')],
    ['budget review 11 instead of 10', 'update_event', at17('11:00')],
    ['Need to finish the tax return by Friday', 'update_task', { taskId: 'tax', dueOn: '2026-11-20' }],
    [
      'lunch break 12-12:30 every weekday',
      'create_event',
      { startsAt: '2026-11-16T12:00:00.000Z', endsAt: '2026-11-16T12:30:00.000Z' },
    ],
    [
      'remind me abt the budget review an hour b4',
      'create_task',
      { title: 'Budget review', dueAt: '2026-11-17T09:00:00Z' },
    ],
    ['coffee with Ana asap', 'create_event', { startsAt: '2026-11-16T09:00:00.000Z' }],
    [
      'put yoga on my calendar for next Wednesday 6-7pm',
      'create_event',
      { title: 'Yoga', startsAt: '2026-11-25T18:00:00.000Z', endsAt: '2026-11-25T19:00:00.000Z' },
    ],
    [
      'add "renew insurance" to my tasks, due next Tuesday',
      'create_task',
      { title: 'Renew insurance', dueOn: '2026-11-24' },
    ],
    ['move the budget review to 5 this week', 'update_event', at17('17:00')],
    ['soccer Tuesdays 5pm until March', 'create_event', { title: 'Soccer' }],
    ['forget about the tax return', 'delete_task', { taskId: 'tax' }],
    ["Ana can't make it, cancel the budget review", 'delete_event', { eventId: 'budget' }],
    ["move the budget review to 11, she can't make it", 'update_event', at17('11:00')],
    ["cancel lunch because I'm sick", 'delete_event', { eventId: 'lunch' }],
    ['traffic jam: move the budget review to 11', 'update_event', at17('11:00')],
    [
      'set a reminder for the budget review, 30 minutes before',
      'create_task',
      { title: 'Budget review', dueAt: '2026-11-17T09:30:00Z' },
    ],
    ['remind me tomorrow at 10 about the contract', 'create_task', { title: 'Contract' }],
    ['every first Monday at 10: board call', 'create_event', { recurrenceRule: 'FREQ=MONTHLY;BYDAY=1MO' }],
    ['weekly review every Friday at 4', 'create_event', { recurrenceRule: 'FREQ=WEEKLY;BYDAY=FR' }],
    ['clean the garage on Friday', 'create_task', { title: 'Clean the garage' }],
    ['uninvite everyone from the design review', 'update_event', { uninvite: ['lee@example.org'] }],
    ['lunch => 1pm', 'update_event', { startsAt: '2026-11-16T13:00:00.000Z' }],
    ['can lunch be moved to tomorrow at 2?', 'update_event', at17('14:00')],
    ["I'd like lunch to be at 1 instead", 'update_event', { startsAt: '2026-11-16T13:00:00.000Z' }],
    ['Haircut - Friday @ 4pm', 'create_event', { title: 'Haircut' }],
    ['budget review cancelled', 'delete_event', { eventId: 'budget' }],
    ["lunch's off", 'delete_event', { eventId: 'lunch' }],
    ['block Friday off', 'create_event', { title: 'Blocked time', startsOn: '2026-11-20' }],
    ['block my calendar Friday from noon', 'create_event', { title: 'Blocked time' }],
    ["I'm working from home on Friday", 'create_event', { startsOn: '2026-11-20', endsOn: '2026-11-21' }],
    ['remind me in 20 to check the oven', 'create_task', { dueAt: '2026-11-16T08:20:00Z' }],
    ['remind me at lunch to call mom', 'create_task', { title: 'Call mom', dueAt: '2026-11-16T12:00:00Z' }],
    [
      'break the tax return into 30 minute chunks',
      'update_task',
      { isSplittable: true, maxChunkMinutes: 30 },
    ],
    ['run 3x a week in the morning', 'create_task', { title: 'Run', timeOfDay: 'morning' }],
    ['cancel the budget review but keep lunch', 'delete_event', { eventId: 'budget' }],
    [
      'call with Pat <pat@new.example> tomorrow at 10',
      'create_event',
      { title: 'Call with pat@new.example', attendees: [{ name: '', email: 'pat@new.example' }] },
    ],
    ["add 'Flight AA123' tomorrow from 6:30am to 11am", 'create_event', { title: 'Flight AA123' }],
    ['water the plants every 3 days', 'create_task', { recurrenceRule: 'FREQ=DAILY;INTERVAL=3' }],
    ['push the budget review to 11 and let Ana and Lee know', 'update_event', at17('11:00')],
    ["cancel lunch and tell people I'm sick", 'delete_event', { eventId: 'lunch' }],
    [
      'remind me to send the invoice 2 days before the end of the month',
      'create_task',
      { title: 'Send the invoice', dueOn: '2026-11-28' },
    ],
    ['remind me to pack two days before the 21st', 'create_task', { title: 'Pack', dueOn: '2026-11-19' }],
    ["don't schedule anything on Friday afternoons", 'set_weekly_hours', { days: ['fri'] }],
    [
      "don't forget parents evening is at 7pm tomorrow, not 6:30",
      'create_task',
      { title: 'Parents evening', dueAt: '2026-11-17T19:00:00Z' },
    ],
  ])('%s', (text, tool, input) => {
    expect(listCalls(text)).toMatchObject([[tool, input]]);
  });

  test.each([
    [
      'book a run tomorrow at 7 and a swim at 8 and a nap at 9 and lunch at 12',
      '7 Run, 8 Swim, 9 Nap, 12 Lunch',
    ],
    ['create three events tomorrow: run at 7, swim at 8, bike at 9', '7 Run, 8 Swim, 9 Bike'],
    ['add 3 events tomorrow: breakfast 8, gym 10, lunch 12:30', '8 Breakfast, 10 Gym, 12 Lunch'],
    ['tomorrow: 8 breakfast, 10 gym', '8 Breakfast, 10 Gym'],
    ['breakfast at 8, gym at 10 tomorrow', '8 Breakfast, 10 Gym'],
    ['gym, yoga and dentist tomorrow at 8, 9 and 10', '8 Gym, 9 Yoga, 10 Dentist'],
    [
      'gym and sauna at 7pm, dinner at 9pm and movie at 10pm tomorrow',
      '19 Gym and sauna, 21 Dinner, 22 Movie',
    ],
    ['gym at 7 tomorrow for 45 minutes, sauna at 8 and breakfast at 9', '7 Gym, 8 Sauna, 9 Breakfast'],
  ])('%s', (text, expected) => {
    const said = listCalls(text).map(
      ([, { title, startsAt }]) => `${new Date(String(startsAt)).getUTCHours()} ${String(title)}`,
    );
    expect(said.join(', ')).toBe(expected);
  });

  test.each([
    [
      'block 2h tomorrow morning for the report and 1h in the afternoon for email',
      '17T08 Report, 17T12 Email',
    ],
    ['lunch with Ana on Tuesday and Lee on Wednesday', '17T12 Lunch with Ana, 18T12 Lunch with Lee'],
    ['book a call with Ana tomorrow at 3 and with Lee at 4', '17T15 Call with Ana, 17T16 Call with Lee'],
  ])('%s', (text, expected) => {
    const said = listCalls(text).map(
      ([, { title, startsAt }]) => `${String(startsAt).slice(8, 13)} ${String(title)}`,
    );
    expect(said.join(', ')).toBe(expected);
  });

  test.each([
    ['add tasks: - renew passport\n- pay rent by the 1st\n- email Jonas', null],
    ['add these to my list:\n- renew passport\n- pay rent\n- email Jonas', null],
    ['- renew passport\n- pay rent\n- email Jonas\n\nturn this into tasks', null],
    ['home list:\nrenew passport\npay rent\nemail Jonas', 'home'],
  ])('%j is three tasks', (text, project) => {
    const calls = listCalls(text);
    expect(calls.map(([, { title }]) => title)).toEqual(['Renew passport', 'Pay rent', 'Email Jonas']);
    expect(calls.map((call) => call[1]['project'] ?? null)).toEqual([project, project, project]);
  });

  test('somebody and something on two days is one request', () => {
    const titles = listCalls('lunch with Ana on Tuesday and dinner on Wednesday').map(
      ([, { title }]) => title,
    );
    expect(titles).not.toContain('Lunch with dinner');
  });

  test('tasks without a colon', () => {
    expect(listCalls('add tasks buy milk, call bank and file taxes')).toMatchObject([
      ['create_task', { title: 'Buy milk' }],
      ['create_task', { title: 'Call bank' }],
      ['create_task', { title: 'File taxes' }],
    ]);
  });

  test('a stretch of time before and one after', () => {
    expect(listCalls('block travel time before and after the design review')).toMatchObject([
      ['create_event', { title: 'Travel time', startsAt: '2026-11-17T13:00:00.000Z' }],
      ['create_event', { title: 'Travel time', startsAt: '2026-11-17T15:00:00.000Z' }],
    ]);
  });

  test('an amount is counted from where the event is', () => {
    for (const text of ['make it an hour earlier', 'actually an hour earlier']) {
      const answer = converse("what's on today", data, NEW_DIALOGUE);
      expect(converse(text, data, answer.state).calls).toMatchObject([
        { input: { eventId: 'lunch', startsAt: '2026-11-16T11:00:00.000Z' } },
      ]);
    }
  });

  test('a copy on each of two days', () => {
    expect(listCalls('copy lunch to Thursday and Friday')).toMatchObject([
      ['create_event', { startsAt: '2026-11-19T12:00:00.000Z' }],
      ['create_event', { startsAt: '2026-11-20T12:00:00.000Z' }],
    ]);
  });

  test('several hours and several times a day are as many changes', () => {
    expect(listCalls('set my working hours to 9-5 on weekdays and 10-2 on saturday')).toMatchObject([
      ['set_weekly_hours', { days: ['mon', 'tue', 'wed', 'thu', 'fri'], windows: [['09:00', '17:00']] }],
      ['set_weekly_hours', { days: ['sat'], windows: [['10:00', '14:00']] }],
    ]);
    expect(listCalls('take pills every day at 8:15am and 8pm')).toMatchObject([
      ['create_task', { title: 'Take pills', dueAt: '2026-11-16T08:15:00Z' }],
      ['create_task', { title: 'Take pills', dueAt: '2026-11-16T20:00:00Z' }],
    ]);
  });

  test('an answer to a question may be a time first, and then a name', () => {
    expect(listCalls('remind me tomorrow', 'to call the bank')).toMatchObject([
      ['create_task', { title: 'Call the bank', dueOn: '2026-11-17' }],
    ]);
    expect(listCalls('schedule something', 'Friday at 3', 'Budget chat')).toMatchObject([
      ['create_event', { title: 'Budget chat', startsAt: '2026-11-20T15:00:00.000Z' }],
    ]);
    expect(listCalls('schedule something with Lee', 'Friday at 3')).toMatchObject([
      ['create_event', { title: 'Meeting with Lee', startsAt: '2026-11-20T15:00:00.000Z' }],
    ]);
  });

  test('it is not guessed which one of a list is meant', () => {
    let answer = converse("what's on tomorrow", data, NEW_DIALOGUE);
    answer = converse('cancel it', data, answer.state);
    expect(answer).toMatchObject({ kind: 'question', reply: 'Which one do you mean?' });
    answer = converse('the second one', data, answer.state);
    expect(answer.calls).toEqual([{ tool: 'delete_event', input: { eventId: 'design' } }]);
    answer = converse('show my tasks', data, NEW_DIALOGUE);
    expect(converse('complete it', data, answer.state).kind).toBe('question');
  });

  test('a further change of another one of the list has a time of its own', () => {
    let answer = converse("what's on tomorrow", data, NEW_DIALOGUE);
    answer = converse('move the first one to 11', data, answer.state);
    answer = converse('and the last one to 5', data, answer.state);
    expect(answer.calls).toMatchObject([
      { input: { eventId: 'budget', startsAt: '2026-11-17T11:00:00.000Z' } },
      { input: { eventId: 'design', startsAt: '2026-11-17T17:00:00.000Z' } },
    ]);
  });

  test('lengths, guests and priorities may come later', () => {
    expect(listCalls('book a call with Ana tomorrow at 4', '45 minutes')).toMatchObject([
      ['create_event', { endsAt: '2026-11-17T16:45:00.000Z' }],
    ]);
    expect(listCalls('book a call with Ana tomorrow at 4', 'invite Lee too')).toMatchObject([
      ['create_event', { attendees: [ana, lee] }],
    ]);
  });

  test('a draft may be about another one of the list', () => {
    let answer = converse("what's on tomorrow", data, NEW_DIALOGUE);
    answer = converse('cancel the second one', data, answer.state);
    answer = converse('no, the first one', data, answer.state);
    expect(answer).toMatchObject({ replacesDraft: true, calls: [{ input: { eventId: 'budget' } }] });
    answer = converse('no, the design review', data, answer.state);
    expect(answer).toMatchObject({ replacesDraft: true, calls: [{ input: { eventId: 'design' } }] });
  });

  test('nobody is invited to the party that is for them', () => {
    const [[, input] = []] = listCalls('birthday party for Lee on the 28th from 2 to 5');
    expect(input).toMatchObject({ title: 'Birthday party for Lee' });
    expect(input).not.toHaveProperty('attendees');
  });

  test('an event that the same message deletes is not in the way', () => {
    const { calls, reply } = converse('cancel lunch and book gym today at 12', data, NEW_DIALOGUE);
    expect(calls.map(({ tool }) => tool)).toEqual(['delete_event', 'create_event']);
    expect(reply).not.toContain('overlaps');
    expect(converse('book gym today at 12', data, NEW_DIALOGUE).reply).toBe("It overlaps 'Lunch'.");
  });

  test('swaps events of which one has company', () => {
    const withTom = { ...data, events: [...events, event('coffee', 'Coffee with Tom', '18T09:00', [])] };
    const { calls } = converse('swap coffee with Tom and the budget review', withTom, NEW_DIALOGUE);
    expect(calls.map(({ input }) => input['eventId'])).toEqual(['coffee', 'budget']);
  });

  test.each([
    'mark lunch as private',
    "let Ana know I'm running late for lunch",
    'I start work at 9 and finish at 5:30',
    'call me a cab',
  ])('changes nothing where no tool does it: %s', (text) => {
    expect(listCalls(text)).toEqual([]);
  });

  test.each([
    ["what's after the budget review?", 'Design review'],
    ["what's before the budget review?", 'nothing before'],
    ['is the budget review still on?', 'Budget review'],
    ['what time does the design review start?', '14:00'],
  ])('answers %s', (text, said) => {
    expect(converse(text, data, NEW_DIALOGUE).reply).toContain(said);
  });

  test('names a changed occurrence as one of its series', () => {
    const weekly = (eventId: string, start: string) => ({
      ...event(eventId, 'Sync', start),
      recurrenceId: start,
      isRecurring: true,
    });
    const series = [weekly('own', '17T09:00'), weekly('sync', '24T09:00'), weekly('sync', '30T09:00')];
    const make = (all: readonly DialogueEvent[]) =>
      converse('make the sync every two weeks', { ...data, events: all }, NEW_DIALOGUE);
    expect(make(series).calls).toMatchObject([{ input: { eventId: 'sync' } }]);
    const others = [weekly('other', '25T09:00'), weekly('other', '26T09:00')];
    expect(make([...series, ...others])).toMatchObject({ kind: 'question', calls: [] });
  });
});

describe('the focus timer', () => {
  test.each([
    ['start a focus session', [['start_focus', {}]]],
    [
      'start a 50 minute focus session on the tax return',
      [['start_focus', { task: 'tax return', minutes: 50 }]],
    ],
    ['begin a pomodoro for buy milk', [['start_focus', { task: 'buy milk' }]]],
    ['start focus time for 30 min', [['start_focus', { minutes: 30 }]]],
    ['pause the timer', [['stop_focus', {}]]],
    ['focus on the tax return for 45 minutes', [['start_focus', { task: 'tax return', minutes: 45 }]]],
    ['start focusing on buy milk', [['start_focus', { task: 'buy milk' }]]],
    ['stop the focus session', [['stop_focus', {}]]],
    ['how long have I focused today?', [['read_focus', {}]]],
  ])('%s', (text, calls) => {
    expect(listCalls(text)).toEqual(calls);
  });
});

describe('a setting', () => {
  const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'];
  test.each([
    ['set my working hours to 9-5', ['work', weekdays, [['09:00', '17:00']]]],
    ['I work from 10 to 6 on weekdays', ['work', weekdays, [['10:00', '18:00']]]],
    [
      'my work hours are 8:30 to 16:30 on Monday to Thursday',
      ['work', weekdays.slice(0, 4), [['08:30', '16:30']]],
    ],
    ["I don't work on Fridays", ['work', ['fri'], []]],
    ['set my personal hours to 6pm to 10pm', ['personal', [...weekdays, 'sat', 'sun'], [['18:00', '22:00']]]],
  ])('%s', (text, [set, days, windows]) => {
    expect(listCalls(text)).toEqual([['set_weekly_hours', { set, days, windows }]]);
  });

  test.each([
    ['no meetings on Friday afternoons', ['fri'], ['12:00', '18:00']],
    ["don't book me any calls before 10", [...weekdays, 'sat', 'sun'], ['00:00', '10:00']],
    ['i never want meetings every monday after 3pm', ['mon'], ['15:00', '24:00']],
    ['keep my wednesday mornings free of meetings', ['wed'], ['00:00', '12:00']],
  ])('about meetings: %s', (text, days, closed) => {
    expect(listCalls(text)).toEqual([['set_weekly_hours', { set: 'work', days, closed }]]);
  });
  test.each(['no meetings tomorrow', 'no meetings this Friday afternoon', 'I have no meetings on Fridays'])(
    'is not %s',
    (text) => {
      expect(listCalls(text)).toEqual([]);
    },
  );

  test.each([
    ['keep lunch free from 12 to 1', { lunch: ['12:00', '13:00'] }],
    ['no lunch break', { lunch: null }],
    ['leave 10 minutes between meetings', { afterEventMinutes: 10 }],
    ['add a 15 minute buffer before and after meetings', { meetingBufferMinutes: 15 }],
    ['no breaks between meetings', { meetingBufferMinutes: 0, afterEventMinutes: 0 }],
    ['at most 6 hours of work a day', { mostWorkMinutes: 360 }],
    ['plan two weeks ahead', { horizonDays: 14 }],
  ])('%s', (text, input) => {
    expect(listCalls(text)).toEqual([['change_scheduling', input]]);
  });

  test.each(['keep lunch free tomorrow from 12 to 1', 'set lunch at 1', 'I work with Ana'])(
    'is not taken for one: %s',
    (text) => {
      expect(listCalls(text).filter(([tool]) => /hours|scheduling/.test(tool))).toEqual([]);
    },
  );
});

describe('bookings and requests', () => {
  test.each([
    ['what is my booking link?', 'list_event_types', {}],
    ['show my bookings', 'list_bookings', {}],
    ['any bookings waiting for approval?', 'list_bookings', { status: 'PENDING' }],
    ['approve the booking of Ada', 'approve_booking', { visitor: 'Ada' }],
    ["decline Ada's booking", 'cancel_booking', { visitor: 'Ada' }],
    ['let people book 45 minutes with me', 'create_event_type', { title: '45 minutes', durations: [45] }],
    ['who has answered?', 'list_meeting_requests', {}],
    ['what are my working hours?', 'read_settings', {}],
  ])('%s', (text, tool, input) => {
    expect(listCalls(text)).toEqual([[tool, input]]);
  });

  test('a request for a time has free times of different days, two hours ahead at the earliest', () => {
    expect(listCalls('ask Ana and lee@example.org for a 45 minute call this week about the budget')).toEqual([
      [
        'create_meeting_request',
        {
          title: 'Budget',
          durationMinutes: 45,
          times: ['2026-11-16T10:00:00.000Z', '2026-11-17T09:00:00.000Z', '2026-11-18T09:00:00.000Z'],
          attendees: [ana, lee],
          timeZone: 'UTC',
        },
      ],
    ]);
  });

  test('something to ask another person is not a request', () => {
    expect(listCalls('ask Ana for the report')).toEqual([]);
    expect(listCalls('remind me to ask Ana for the report')).toMatchObject([['create_task', {}]]);
  });
});

describe('a conversation', () => {
  const start = (day: string) => expect.objectContaining({ startsAt: `2026-11-${day}:00.000Z` });

  test('goes on with what was listed', () => {
    expect(listCalls("what's on tomorrow?", 'move the second one to Friday')).toEqual([
      ['update_event', expect.objectContaining({ eventId: 'design', startsAt: '2026-11-20T14:00:00.000Z' })],
    ]);
    expect(listCalls('when am I free tomorrow?', 'book the first one for a haircut')).toMatchObject([
      ['create_event', { title: 'Haircut', startsAt: '2026-11-17T09:00:00.000Z' }],
    ]);
  });

  test('takes a bare time for a correction of what was drafted', () => {
    expect(listCalls('schedule a review with Ana tomorrow', 'at 4', 'Thursday')).toEqual([
      ['create_event', start('19T16:00')],
    ]);
    // 15:00 to 16:00 was offered.
    expect(listCalls('schedule a review tomorrow', 'at 4')).toEqual([['create_event', start('17T16:00')]]);
  });

  test('asks with a bare day after something was done', () => {
    expect(listCalls('move lunch to 1', 'Friday')).toEqual([]);
    expect(listCalls('move lunch to 1', 'at 2')).toEqual([['update_event', start('16T14:00')]]);
  });

  test('replaces a draft by another request', () => {
    const draft = converse('cancel the budget review', data, NEW_DIALOGUE);
    const answer = converse('no wait, move it to Friday instead', data, draft.state);
    expect(answer).toMatchObject({ kind: 'calls', replacesDraft: true });
    expect(answer.calls).toMatchObject([
      { tool: 'update_event', input: { eventId: 'budget', startsAt: '2026-11-20T10:00:00.000Z' } },
    ]);
  });

  test('repeats a change for something else', () => {
    expect(listCalls('mark buy milk as done', 'and soap too')).toEqual([
      ['complete_task', { taskId: 'soap' }],
    ]);
    expect(
      listCalls('shorten the budget review by 15 minutes', 'and the design review as well'),
    ).toMatchObject([['update_event', { eventId: 'design', endsAt: '2026-11-17T14:45:00.000Z' }]]);
    expect(listCalls('invite Lee to the budget review', 'and zed@example.org too')).toMatchObject([
      ['update_event', { invite: [lee, { email: 'zed@example.org' }] }],
    ]);
  });

  test('knows whom a pronoun means', () => {
    expect(listCalls('when is the budget review?', 'book 30 minutes with her on Friday at 9')).toMatchObject([
      ['create_event', { title: 'Meeting with Ana Silva', attendees: [ana] }],
    ]);
  });

  test('takes what is in quotes for a name', () => {
    expect(listCalls('schedule "Weekly numbers at 5" on Friday from 10 to 11:30')).toMatchObject([
      ['create_event', { title: 'Weekly numbers at 5', startsAt: '2026-11-20T10:00:00.000Z' }],
    ]);
    expect(listCalls('schedule "Quarterly review" on Friday at 10')[0]?.[1]).not.toHaveProperty(
      'recurrenceRule',
    );
  });

  test('goes on from a state of an earlier version', () => {
    const old = { mentions: [], pending: null, draft: null } as unknown as DialogueState;
    expect(converse('move lunch to 1', data, old)).toMatchObject({ kind: 'calls' });
  });
});

describe('everyday words', () => {
  test.each([
    ['buy stamps tomorrow', 'create_task', { title: 'Buy stamps', dueOn: '2026-11-17' }],
    ['pay rent on the 1st', 'create_task', { title: 'Pay rent', dueOn: '2026-12-01' }],
    ['email Lee the report by Friday', 'create_task', { title: 'Email Lee the report', dueOn: '2026-11-20' }],
    ['bought the milk', 'complete_task', { taskId: 'milk' }],
    ['lunch is now at 2', 'update_event', { eventId: 'lunch', startsAt: '2026-11-16T14:00:00.000Z' }],
    [
      'the budget review moved to 4',
      'update_event',
      { eventId: 'budget', startsAt: '2026-11-17T16:00:00.000Z' },
    ],
    ['the design review is cancelled', 'delete_event', { eventId: 'design' }],
    ['decline the design review', 'answer_invitation', { eventId: 'design', answer: 'declined' }],
    ['say maybe to the budget review', 'answer_invitation', { eventId: 'budget', answer: 'tentative' }],
    ['snooze the tax return until Friday', 'update_task', { taskId: 'tax', dueOn: '2026-11-20' }],
    ['make the tax return urgent', 'update_task', { taskId: 'tax', priority: 1 }],
    ['add 15 minutes to lunch', 'update_event', { eventId: 'lunch', endsAt: '2026-11-16T13:15:00.000Z' }],
    [
      'move lunch to 1-3',
      'update_event',
      { startsAt: '2026-11-16T13:00:00.000Z', endsAt: '2026-11-16T15:00:00.000Z' },
    ],
    [
      'team offsite dec 3-5',
      'create_event',
      { title: 'Team offsite', startsOn: '2026-12-03', endsOn: '2026-12-06' },
    ],
    ['book a table for two at 7 tomorrow', 'create_event', { startsAt: '2026-11-17T19:00:00.000Z' }],
    [
      'monthly numbers on the first monday at 10',
      'create_event',
      { title: 'Numbers', recurrenceRule: 'FREQ=MONTHLY;BYDAY=1MO', startsAt: '2026-12-07T10:00:00.000Z' },
    ],
    [
      'weekly sync with lee on mondays at 9',
      'create_event',
      {
        title: 'Sync with Lee',
        recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO',
        startsAt: '2026-11-16T09:00:00.000Z',
      },
    ],
  ])('%s', (text, tool, input) => {
    expect(listCalls(text)).toMatchObject([[tool, input]]);
  });

  test.each([
    ['cancel everything tomorrow except the budget review', ['design']],
    ["I'm sick tomorrow, cancel everything", ['budget', 'design']],
    ['cancel my afternoon', ['lunch']],
    ['running late, push everything by 15 minutes', ['lunch']],
    ['move everything from tomorrow to Thursday', ['budget', 'design']],
  ])('%s', (text, ids) => {
    expect(listCalls(text).map(([, input]) => input['eventId'])).toEqual(ids);
  });

  test.each(['cancel them', 'cancel all of them'])("what's on tomorrow? %s", (text) => {
    expect(listCalls("what's on tomorrow?", text)).toEqual([
      ['delete_event', { eventId: 'budget' }],
      ['delete_event', { eventId: 'design' }],
    ]);
  });

  test('a first name means one person, and not others with that surname', () => {
    const sam = { name: 'Sam Lee', email: 'sam@example.org' };
    const crowded = {
      ...data,
      people: [ana, lee, sam],
      events: [...events, event('chat', 'Interview', '18T10:00', [sam])],
    };
    const { calls } = converse('cancel all my meetings with Lee', crowded, NEW_DIALOGUE);
    expect(calls.map(({ input }) => input['eventId'])).toEqual(['design']);
  });

  test('an exception without anything that it is taken from changes nothing', () => {
    expect(listCalls('move lunch to 2 except the dentist')).toEqual([]);
    expect(listCalls('cancel them')).toEqual([]);
  });

  test('questions are answered', () => {
    const answer = (text: string) => converse(text, data, NEW_DIALOGUE).reply;
    expect(answer("what's next?")).toContain("Next: 'Lunch'");
    expect(answer("what's my day like")).toContain('1 event on Mon, 16 Nov 2026');
    expect(answer('how busy am I tomorrow')).toContain('2 events on Tue, 17 Nov 2026');
    expect(answer('what time is the design review')).toContain('14:00–15:00');
    const { state } = converse("what's my next event?", data, NEW_DIALOGUE);
    expect(converse('and the one after that?', data, state).reply).toContain("'Budget review'");
  });
});

describe('requests in other words', () => {
  const wholeDay = { startsOn: '2026-11-20', endsOn: '2026-11-21' };
  test.each<[string, readonly (readonly [string, object])[]]>([
    [
      'can you squeeze in a 20 minute call with Ana before the budget review',
      [
        [
          'create_event',
          {
            title: 'Call with Ana',
            startsAt: '2026-11-17T09:40:00.000Z',
            endsAt: '2026-11-17T10:00:00.000Z',
          },
        ],
      ],
    ],
    [
      'put gym on tuesday and thursday mornings at 6:30 for the next 3 weeks',
      [
        [
          'create_event',
          {
            title: 'Gym',
            startsAt: '2026-11-17T06:30:00.000Z',
            endsAt: '2026-11-17T07:30:00.000Z',
            recurrenceRule: 'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261207T235959Z',
          },
        ],
      ],
    ],
    ['out of office friday afternoon', [['create_event', { startsAt: '2026-11-20T12:00:00.000Z' }]]],
    ['friday morning off', [['create_event', { title: 'Time off', startsAt: '2026-11-20T09:00:00.000Z' }]]],
    ['friday off', [['create_event', { title: 'Day off', ...wholeDay }]]],
    ["I'm out sick on Friday", [['create_event', { title: 'Out sick', ...wholeDay }]]],
    ['block my calendar friday', [['create_event', { title: 'Blocked time', ...wholeDay }]]],
    [
      "i'm on vacation next week",
      [['create_event', { title: 'Vacation', startsOn: '2026-11-23', endsOn: '2026-11-30' }]],
    ],
    [
      'my flight is at 6:45am on dec 22',
      [['create_event', { title: 'Flight', startsAt: '2026-12-22T06:45:00.000Z' }]],
    ],
    ["there's a fire drill on thursday at 2pm", [['create_event', { title: 'Fire drill' }]]],
    ['set aside thursday 2-4 for writing', [['create_event', { title: 'Writing' }]]],
    [
      'turn the tax return into a 1 hour event tomorrow at 4',
      [
        [
          'create_event',
          { title: 'Tax return', startsAt: '2026-11-17T16:00:00.000Z', endsAt: '2026-11-17T17:00:00.000Z' },
        ],
      ],
    ],
    [
      'add a buffer of 15 minutes after the design review',
      [
        [
          'create_event',
          { title: 'Buffer', startsAt: '2026-11-17T15:00:00.000Z', endsAt: '2026-11-17T15:15:00.000Z' },
        ],
      ],
    ],
    [
      'monday: gym at 7, wednesday: pool at 7',
      [
        ['create_event', { title: 'Gym', startsAt: '2026-11-23T07:00:00.000Z' }],
        ['create_event', { title: 'Pool', startsAt: '2026-11-18T07:00:00.000Z' }],
      ],
    ],
    [
      'cut the budget review down to half an hour',
      [['update_event', { endsAt: '2026-11-17T10:30:00.000Z' }]],
    ],
    [
      'the design review should be at 3, not 2',
      [['update_event', { eventId: 'design', startsAt: '2026-11-17T15:00:00.000Z' }]],
    ],
    [
      'can we do the budget review at 4 instead',
      [['update_event', { eventId: 'budget', startsAt: '2026-11-17T16:00:00.000Z' }]],
    ],
    [
      "move the design review to a place called Rosa's",
      [['update_event', { eventId: 'design', location: "Rosa's" }]],
    ],
    ['move whatever I have at 2 tomorrow to 4', [['update_event', { eventId: 'design' }]]],
    ['invite Lee and Ana to lunch', [['update_event', { eventId: 'lunch', invite: [lee, ana] }]]],
    ['add description "bring a pen" to lunch', [['update_event', { eventId: 'lunch', note: 'bring a pen' }]]],
    ['delete my task about soap', [['delete_task', { taskId: 'soap' }]]],
    [
      'mark buy milk and soap as done',
      [
        ['complete_task', { taskId: 'milk' }],
        ['complete_task', { taskId: 'soap' }],
      ],
    ],
    ['when will I do the tax return', [['explain_plan', { taskId: 'tax' }]]],
    ["what won't fit this week", [['list_plan', {}]]],
    ['put the passport renewal on my to do list', [['create_task', { title: 'Passport renewal' }]]],
    [
      'I need a 45 minute slot to prepare for the talk before thursday',
      [['create_task', { title: 'Prepare for the talk', durationMinutes: 45, dueOn: '2026-11-18' }]],
    ],
    [
      'remind me about the design review an hour before',
      [['create_task', { title: 'Design review', dueAt: '2026-11-17T13:00:00Z' }]],
    ],
    ['call grandma every sunday evening', [['create_task', { title: 'Call grandma' }]]],
    [
      'make an event type for 45 minute consultations',
      [['create_event_type', { title: 'Consultations', durations: [45] }]],
    ],
    [
      'class every mon/wed 6-7:30pm until dec 18',
      [
        [
          'create_event',
          {
            title: 'Class',
            startsAt: '2026-11-16T18:00:00.000Z',
            endsAt: '2026-11-16T19:30:00.000Z',
            recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261218T235959Z',
          },
        ],
      ],
    ],
    [
      'trip to Denver nov 25 - nov 29',
      [['create_event', { title: 'Trip to Denver', startsOn: '2026-11-25', endsOn: '2026-11-30' }]],
    ],
    [
      'delay lunch until after the budget review',
      [['update_event', { eventId: 'lunch', startsAt: '2026-11-17T11:00:00.000Z' }]],
    ],
    ['call the budget review Money Talk', [['update_event', { eventId: 'budget', title: 'Money Talk' }]]],
    ['free me up tomorrow between 1 and 4', [['delete_event', { eventId: 'design' }]]],
    ['cancel everything except the budget review tomorrow', [['delete_event', { eventId: 'design' }]]],
    ['laundry 1h this weekend', [['create_task', { title: 'Laundry', durationMinutes: 60 }]]],
    [
      'report 2h on Friday',
      [['create_task', { title: 'Report', durationMinutes: 120, dueOn: '2026-11-20' }]],
    ],
    [
      'I need to do taxes sometime this week, 2 hours',
      [['create_task', { title: 'Do taxes', durationMinutes: 120 }]],
    ],
    ['add butter', [['create_task', { title: 'Butter' }]]],
    [
      'create tasks: email Bob, call Ann, pay bill',
      [
        ['create_task', { title: 'Email Bob' }],
        ['create_task', { title: 'Call Ann' }],
        ['create_task', { title: 'Pay bill' }],
      ],
    ],
    ['add "call Bob" to tasks high priority', [['create_task', { title: 'Call Bob', priority: 1 }]]],
    [
      'remind me the day before the design review to print it',
      [['create_task', { title: 'Print it', dueAt: '2026-11-16T14:00:00Z' }]],
    ],
    [
      'poll Ana and Lee for a one hour workshop this week',
      [['create_meeting_request', { title: 'Workshop', durationMinutes: 60 }]],
    ],
  ])('%s', (text, calls) => {
    expect(listCalls(text)).toMatchObject(calls);
  });

  test.each([
    "I'll be 10 minutes late for the budget review",
    'I leave at 3 on Thursday',
    'cancel the plan',
    'accept the plan',
    'are Ana and I both free on wednesday at 11',
    'I have no idea what you mean',
    'am I busy saturday night',
    'how much time is between lunch and the budget review',
  ])('change nothing: %s', (text) => {
    expect(listCalls(text)).toEqual([]);
  });

  test('a meal with somebody has no day of its own', () => {
    const { kind, reply, choices } = converse('set up lunch with Ana', data, NEW_DIALOGUE);
    expect({ kind, reply }).toEqual({ kind: 'question', reply: "When is 'Lunch with Ana'?" });
    // Today's lunch hour is taken.
    expect(choices.map(({ text }) => text)).toEqual([
      'Tue, 17 Nov 2026 at 12:00',
      'Wed, 18 Nov 2026 at 12:00',
      'Thu, 19 Nov 2026 at 12:00',
    ]);
  });

  test('a deadline moves by days, from where it is', () => {
    const due = { ...data, tasks: [{ ...task('tax', 'Tax return'), dueOn: '2026-11-30' }] };
    for (const text of [
      'push the tax return deadline back a week',
      'extend the deadline of the tax return by 7 days',
    ])
      expect(converse(text, due, NEW_DIALOGUE).calls).toEqual([
        { tool: 'update_task', input: { taskId: 'tax', dueOn: '2026-12-07', dueAt: null } },
      ]);
  });

  test('a series with somebody ends on a day', () => {
    const weekly = withSync(['19', '26']);
    expect(converse('stop the sync with Lee after november 20', weekly, NEW_DIALOGUE).calls).toEqual([
      { tool: 'delete_event', input: { eventId: 'sync', recurrenceId: '20261126', scope: 'following' } },
    ]);
  });
});

describe('a title with a hyphen', () => {
  const standUps = { ...data, events: [...events, event('up', 'Stand-up', '18T09:30', [])] };
  test.each(['cancel the stand-up', 'cancel the standup', 'cancel all stand-ups'])('%s', (text) => {
    expect(converse(text, standUps, NEW_DIALOGUE).calls).toEqual([
      { tool: 'delete_event', input: { eventId: 'up' } },
    ]);
  });
});

describe('a time of day', () => {
  const create = (text: string, timeZone: string) =>
    converse(text, { ...data, timeZone }, NEW_DIALOGUE).calls.map(({ input }) => [
      input.startsAt,
      input.endsAt,
    ]);

  test.each([
    ['add a call on 28 March 2027 at 02:30', '2027-03-28T01:30:00.000Z', '2027-03-28T02:00:00.000Z'],
    [
      'add a review at 2:30am on 28 March 2027 for an hour',
      '2027-03-28T01:30:00.000Z',
      '2027-03-28T02:30:00.000Z',
    ],
    [
      'add a call on 28 March 2027 from 2:30 am to 3 am',
      '2027-03-28T01:30:00.000Z',
      '2027-03-28T02:00:00.000Z',
    ],
  ])('that the clocks skip keeps the length: %s', (text, start, end) => {
    expect(create(text, 'Europe/Berlin')).toEqual([[start, end]]);
  });

  test.each([
    ['add gym tomorrow from 2 to 3am', '2026-11-17T02:00:00.000Z', '2026-11-17T03:00:00.000Z'],
    ['add gym tomorrow from 11 to 1am', '2026-11-17T23:00:00.000Z', '2026-11-18T01:00:00.000Z'],
    ['add gym tomorrow from 9 to 5pm', '2026-11-17T09:00:00.000Z', '2026-11-17T17:00:00.000Z'],
  ])('whose end is in a named half of the day: %s', (text, start, end) => {
    expect(create(text, 'UTC')).toEqual([[start, end]]);
  });

  test.each([
    ['the design review is at quarter to five now, not two', '2026-11-17T16:45:00.000Z'],
    ['move the design review to the day after', '2026-11-18T14:00:00.000Z'],
    ['move the design review to the day before', '2026-11-16T14:00:00.000Z'],
    ["let's have the design review at 4 instead", '2026-11-17T16:00:00.000Z'],
  ])('is that of the event and not of today: %s', (text, startsAt) => {
    expect(listCalls(text).map(([tool, { eventId, startsAt: start }]) => [tool, eventId, start])).toEqual([
      ['update_event', 'design', startsAt],
    ]);
  });
});

describe('words about what is there', () => {
  test.each([
    [
      'change the due date of the tax return to Wednesday',
      'update_task',
      { taskId: 'tax', dueOn: '2026-11-18', dueAt: null },
    ],
    [
      "the tax return isn't due until Wednesday",
      'update_task',
      { taskId: 'tax', dueOn: '2026-11-18', dueAt: null },
    ],
    ['add the location Room 5 to the lunch', 'update_event', { eventId: 'lunch', location: 'Room 5' }],
  ])('add no task: %s', (text, tool, input) => {
    expect(converse(text, data, NEW_DIALOGUE).calls).toEqual([{ tool, input }]);
  });

  test('all of a day is cancelled if the day is in the reason', () => {
    const text = "I'm off on Tuesday, cancel everything";
    const day = { title: 'Out of office', startsOn: '2026-11-17', endsOn: '2026-11-18', timeZone: 'UTC' };
    expect(converse(text, data, NEW_DIALOGUE).calls).toEqual([
      { tool: 'create_event', input: day },
      { tool: 'delete_event', input: { eventId: 'budget' } },
      { tool: 'delete_event', input: { eventId: 'design' } },
    ]);
  });
});

describe('a request that could be mistaken for another one', () => {
  test('a title in quotes is taken word for word', () => {
    expect(listCalls('add "call Ana on Friday" to my todo list')).toEqual([
      ['create_task', { title: 'Call Ana on Friday' }],
    ]);
  });

  test.each([
    ['add a night shift tomorrow at 10pm', 'Night shift', '2026-11-17T22:00:00.000Z'],
    ['schedule an evening class on Thursday at 7pm', 'Evening class', '2026-11-19T19:00:00.000Z'],
    ['add morning run tomorrow at 7am', 'Morning run', '2026-11-17T07:00:00.000Z'],
    ['schedule a run tomorrow morning at 7', 'Run', '2026-11-17T07:00:00.000Z'],
  ])("a part of the day may be that of a name: '%s'", (text, title, startsAt) => {
    expect(listCalls(text)).toMatchObject([['create_event', { title, startsAt }]]);
  });

  test('a morning outside the working hours begins at eight', () => {
    const saturday = { ...data, events: [event('gym', 'Gym', '21T18:00', [])] };
    const [call] = converse('move the gym to the morning', saturday, NEW_DIALOGUE).calls;
    expect(call?.input).toMatchObject({ eventId: 'gym', startsAt: '2026-11-21T08:00:00.000Z' });
  });

  test('of two names the one that was said in full is meant', () => {
    const dentist = [
      event('short', 'Dentist', '18T10:00', []),
      event('long', 'Dentist appointment', '18T14:00', []),
    ];
    const both = { ...data, events: [...events, ...dentist] };
    const move = (text: string) => converse(text, both, NEW_DIALOGUE).calls.map(({ input }) => input.eventId);
    expect(move('move the dentist appointment to 4pm')).toEqual(['long']);
    expect(move('move the dentits appointment to 4pm')).toEqual(['long']);
    expect(move('move the dentist to 4pm')).toEqual(['short']);
  });

  test('a length may be that of a task', () => {
    expect(listCalls('change tax return to 90 minutes')).toEqual([
      ['update_task', { taskId: 'tax', durationMinutes: 90 }],
    ]);
    expect(listCalls('make the tax return an hour longer')).toEqual([
      ['update_task', { taskId: 'tax', durationMinutes: 90 }],
    ]);
  });

  test.each([
    ['cancel the budget review or the design review', 'Which one do you mean?'],
    [
      'block tomorrow from 3pm to 2pm for deep work',
      "'Deep work' would end before it begins. From when to when is it?",
    ],
    ['???', 'I did not understand that.'],
    ['/clear', "I do not know the command '/clear'."],
    ['what is my time zone', 'Your times are in UTC.'],
    ['change my time zone to London', 'Nothing was changed. Your times are in UTC.'],
    ['add a subtask to the tax return', 'Nothing was changed. Say which task'],
    ['split the quarterly return into 4 chunks', "I found no open task for 'the quarterly return'."],
    ['mark the weekly tax return as done', "I found no open task for 'weekly tax return'."],
    ["I can't make the opera", 'I did not understand'],
    ["I can't do Friday", 'I found nothing'],
    ['if I have more than 3 events tomorrow, cancel lunch', 'You have 2 events tomorrow'],
    ['what time is my flight', 'I found nothing'],
    ['add a task', 'What is the task?'],
    ['add this to my list', 'What is the task?'],
    ['I left yesterday at 12', 'is in the past. Nothing was changed.'],
    ['will you be free Tuesday at 1?', 'I read that as a question'],
    ['add to my shopping list', 'What is the task?'],
    ["I need to delete my doctor's appointment", 'I found nothing'],
    ['remind me at 6:30 pm', 'What should I remind you of?'],
    ['call at 9 pacific tomorrow', "I only know times in UTC, and not 'pacific'."],
    ['call at 9pm pacific on December 3', "I only know times in UTC, and not 'pacific'."],
    ['who am I meeting tomorrow', 'You meet Ana Silva and Lee Chan on Tue, 17 Nov 2026.'],
    ['how long will the tax return take', "'Tax return' takes 30 min."],
    ['yes', 'Nothing waits to be applied.'],
    ['first friday of each month', 'I did not understand'],
    ['every other day', 'I did not understand'],
    ['move lunch to 1 and email Lee the notes', 'I did not understand'],
    ['mark the design review as free', 'Nothing was changed. Whether an event counts as busy'],
    ["don't forget the budget review is at 3 on Tuesday", "'Budget review', Tue, 17 Nov 2026, 10:00"],
    ['make lunch today -30 minutes long', 'A length must be more than zero.'],
    ['book yoga tomorrow at 6pm with Ana at 7', "What time is 'Yoga with Ana' on Tue, 17 Nov 2026?"],
    ["tell Tom I'll be late for lunch", 'Nothing was changed. I cannot send messages'],
    ["I'm going to be late for lunch", "Nothing was changed. To move it, say 'Push it back"],
    ['remove the notes of the budget review', 'Nothing was changed. Open the event'],
    ['move both lunches an hour later', 'Which one do you mean?'],
    ['book the dentist again in 6 months', "What time is 'Dentist' on Sun, 16 May 2027?"],
    ["what's on in 2 months", 'Nothing on Sat, 16 Jan 2027.'],
    ['I have lunch today at 12, right?', "'Lunch', Mon, 16 Nov 2026, 12:00"],
    ['add a zoom link to the budget review', 'Nothing was changed. Say the link itself'],
    ["what's on today and tomorrow", "'Lunch'"],
    ["what's on today and tomorrow", "'Design review'"],
    ['can we push the budget review to later in the day', "When should 'Budget review'"],
    ['do I have any free evenings this week', 'Free evenings:\n• Mon, 16 Nov 2026, 18:00–22:00'],
    ['am I free on Saturday', 'outside your working hours:\n• Sat, 21 Nov 2026, 08:00–22:00'],
    ['remind me when I get home to feed the cat', 'I do not know where you are.'],
    ['schedule a meeting tomorrow at 10 for 0 minutes', 'A length must be more than zero.'],
    ["who's in the design review", 'is with Lee Chan'],
    [`cancel the ${'very '.repeat(100)}long meeting`, "very v…'. Nothing was changed."],
    ['withdraw the meeting request about the budget', 'Meeting requests are withdrawn on their page'],
    ['lunch with Ana or Lee tomorrow', 'Which Ana or Lee do you mean?'],
    ['when am I free in March', 'I know your free time only until Mon, 30 Nov 2026.'],
    ['cancel the series', 'Which event do you mean?'],
    ['delete the whole series', 'Which event do you mean?'],
    ['I still have to finish the tax return', "'Tax return'"],
    ["lunch's at 2 today", 'I did not understand'],
    ['yoga is every wednesday', 'I did not understand'],
    ['cancel the request review', "I found nothing in your calendar for 'the request review'"],
    ['make the design review private', 'Nothing was changed. Events cannot be marked as private.'],
    ['colour the design review red', 'Nothing was changed. Events have the colour of their calendar.'],
  ])("'%s' changes nothing", (text, reply) => {
    const answer = converse(text, data, NEW_DIALOGUE);
    expect(answer.kind).not.toBe('calls');
    expect(answer.reply).toContain(reply);
  });

  test.each([
    ["show me when I'm free", 'Free:'],
    ['show me the days I am free', 'Free:'],
    ['show when Ana is available', 'Free:'],
    ["make sure I'm free on Friday", 'Free:'],
    ['mark Friday as busy', 'I did not understand'],
    ['change the time zone of the review to London', 'I found nothing'],
    ['/help', 'I can add, move'],
  ])("'%s' is not about another page", (text, expected) => {
    expect(converse(text, data, NEW_DIALOGUE).reply).toContain(expected);
  });

  test('/undo undoes', () => {
    expect(converse('/Undo', data, NEW_DIALOGUE).kind).toBe('undo');
  });

  test.each([
    ['add on-call from 8am to 8am tomorrow', 24],
    ['add party tomorrow from 8am to 1am', 17],
    ['add travel tomorrow from 3pm to 2pm the next day', 23],
  ])("'%s' is as long as it says", (text, hours) => {
    const [call] = converse(text, data, NEW_DIALOGUE).calls;
    const { startsAt, endsAt } = (call?.input ?? {}) as { startsAt: string; endsAt: string };
    expect((Date.parse(endsAt) - Date.parse(startsAt)) / 3_600_000).toBe(hours);
  });

  test.each(['book a night from 10pm to 8am tomorrow for the shift', 'mark tax return as done'])(
    "'%s' is still a request",
    (text) => {
      expect(listCalls(text).length).toBeGreaterThan(0);
    },
  );
});

describe('meetings that repeat, lists and places', () => {
  const weekdays = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR';
  test.each<[string, readonly (readonly [string, object])[]]>([
    [
      'standup every weekday at 9:15 for 15 minutes starting next monday',
      [
        [
          'create_event',
          {
            title: 'Standup',
            startsAt: '2026-11-23T09:15:00.000Z',
            endsAt: '2026-11-23T09:30:00.000Z',
            recurrenceRule: weekdays,
          },
        ],
      ],
    ],
    [
      'standup weekdays 9:15-9:30',
      [['create_event', { title: 'Standup', endsAt: '2026-11-16T09:30:00.000Z', recurrenceRule: weekdays }]],
    ],
    [
      'team standup daily at 9:15 starting next monday',
      [
        [
          'create_event',
          { title: 'Team standup', startsAt: '2026-11-23T09:15:00.000Z', recurrenceRule: 'FREQ=DAILY' },
        ],
      ],
    ],
    [
      'daily check-in meeting at 9:15 on weekdays',
      [['create_event', { title: 'Check-in meeting', recurrenceRule: weekdays }]],
    ],
    [
      'schedule a meetng with sam@example.org wensday 10-11 about budget',
      [
        [
          'create_event',
          {
            title: 'Budget',
            attendees: [{ name: '', email: 'sam@example.org' }],
            startsAt: '2026-11-18T10:00:00.000Z',
          },
        ],
      ],
    ],
    [
      'todo: buy bread, call the plumber, and book flights',
      [
        ['create_task', { title: 'Buy bread' }],
        ['create_task', { title: 'Call the plumber' }],
        ['create_task', { title: 'Book flights' }],
      ],
    ],
    [
      'todo: write report 2h, by friday, high priority',
      [['create_task', { title: 'Write report', dueOn: '2026-11-20', durationMinutes: 120, priority: 1 }]],
    ],
    [
      'Hi Ana,\nplease do the following:\n1. call Bo\n2. send the invoice\nthanks\n\nturn this into tasks',
      [
        ['create_task', { title: 'Call Bo' }],
        ['create_task', { title: 'Send the invoice' }],
      ],
    ],
    [
      'party for Max 12/12 all day',
      [['create_event', { title: 'Party for Max', startsOn: '2026-12-12', endsOn: '2026-12-13' }]],
    ],
    [
      'block 2 hours for deep work saturday morning',
      [
        [
          'create_event',
          {
            title: 'Deep work',
            startsAt: '2026-11-21T09:00:00.000Z',
            endsAt: '2026-11-21T11:00:00.000Z',
          },
        ],
      ],
    ],
    [
      'dentist jan 5 10am and haircut jan 6 2pm',
      [
        ['create_event', { title: 'Dentist', startsAt: '2027-01-05T10:00:00.000Z' }],
        ['create_event', { title: 'Haircut', startsAt: '2027-01-06T14:00:00.000Z' }],
      ],
    ],
    [
      'movie 11:30pm tomorow til 1:30am',
      [
        [
          'create_event',
          {
            title: 'Movie',
            startsAt: '2026-11-17T23:30:00.000Z',
            endsAt: '2026-11-18T01:30:00.000Z',
          },
        ],
      ],
    ],
    ['the design review is at 5 Oak Ave', [['update_event', { eventId: 'design', location: '5 Oak Ave' }]]],
  ])('%s', (text, calls) => {
    expect(listCalls(text)).toMatchObject(calls);
    expect(listCalls(text)).toHaveLength(calls.length);
  });

  test.each<[string, readonly (readonly [string, object])[]]>([
    ['remind me 2 days before', [['create_task', { title: 'Design review', dueOn: '2026-11-16' }]]],
    [
      'remind me an hour before it starts',
      [['create_task', { title: 'Design review', dueAt: '2026-11-17T13:00:00Z' }]],
    ],
    [
      'and again on thursday',
      [
        [
          'create_event',
          {
            title: 'Design review',
            attendees: [lee],
            startsAt: '2026-11-19T14:00:00.000Z',
            endsAt: '2026-11-19T15:00:00.000Z',
          },
        ],
      ],
    ],
    [
      'make it 15 min longer and an hour earlier',
      [
        [
          'update_event',
          {
            eventId: 'design',
            startsAt: '2026-11-17T13:00:00.000Z',
            endsAt: '2026-11-17T14:15:00.000Z',
          },
        ],
      ],
    ],
    ['its at 4 actually', [['update_event', { startsAt: '2026-11-17T16:00:00.000Z' }]]],
    ['the time should be 5', [['update_event', { startsAt: '2026-11-17T17:00:00.000Z' }]]],
  ])('after a question about the design review: %s', (text, calls) => {
    expect(listCalls('when is the design review?', text)).toMatchObject(calls);
  });

  test.each([
    ['who is coming', "'Design review' (Tue, 17 Nov 2026, 14:00–15:00 (UTC)) is with Lee Chan."],
    ['where is it', 'has no place.'],
    ['how long is it', "'Design review' takes 1 h."],
  ])("after a question about the design review: '%s' asks about it", (text, reply) => {
    const { state } = converse('when is the design review?', data, NEW_DIALOGUE);
    expect(converse(text, data, state).reply).toContain(reply);
  });

  test('a message after a new event is about it', () => {
    const day = { title: 'Lunch with Ana', startsAt: '2026-11-18T12:00:00.000Z' };
    const ask = (text: string) => listCalls('lunch with Ana on Wednesday', text);
    expect(ask('until 2')).toMatchObject([['create_event', { ...day, endsAt: '2026-11-18T14:00:00.000Z' }]]);
    expect(ask("at Luigi's")).toMatchObject([['create_event', { ...day, location: "Luigi's" }]]);
    expect(ask('every week')).toMatchObject([['create_event', { ...day, recurrenceRule: 'FREQ=WEEKLY' }]]);
    expect(ask("she can't, make it friday")).toMatchObject([
      ['create_event', { startsAt: '2026-11-20T12:00:00.000Z' }],
    ]);
  });

  test('a time that is booked after a question for free time is on its day', () => {
    expect(listCalls('when am I free on wednesday?', 'book 11 to 12 for planning')).toMatchObject([
      [
        'create_event',
        {
          title: 'Planning',
          startsAt: '2026-11-18T11:00:00.000Z',
          endsAt: '2026-11-18T12:00:00.000Z',
        },
      ],
    ]);
  });

  test('the first one is of the list that was shown, also if that has one, and of nothing without a list', () => {
    expect(listCalls("what's on today?", 'cancel the first one')).toEqual([
      ['delete_event', { eventId: 'lunch' }],
    ]);
    expect(listCalls("what's on tomorrow?", 'cancel the first one', 'cancel the second one instead')).toEqual(
      [['delete_event', { eventId: 'design' }]],
    );
    expect(listCalls('skip the first one')).toEqual([]);
    const due = {
      ...data,
      tasks: [task('soap', 'Soap'), { ...task('tax', 'Tax return'), dueOn: '2026-11-20' }],
    };
    const { state } = converse('which tasks are due on friday?', due, NEW_DIALOGUE);
    expect(converse('mark the first as done', due, state).calls).toEqual([
      { tool: 'complete_task', input: { taskId: 'tax' } },
    ]);
  });

  test('the first one of a series that was mentioned, and the same of another week', () => {
    const weekly = withSync(['19', '26']);
    const asked = converse('when is the sync?', weekly, NEW_DIALOGUE);
    expect(converse('skip the first one', weekly, asked.state).calls).toMatchObject([
      { tool: 'delete_event', input: { recurrenceId: '20261119', scope: 'this' } },
    ]);
    const skipped = converse('cancel the sync this week', weekly, NEW_DIALOGUE);
    expect(converse('and next week', weekly, skipped.state).calls).toMatchObject([
      { tool: 'delete_event', input: { recurrenceId: '20261119' } },
      { tool: 'delete_event', input: { recurrenceId: '20261126' } },
    ]);
  });

  test('an exception is kept, also where the list has nothing else', () => {
    expect(listCalls("what's on tomorrow?", 'cancel all of them except the design review')).toMatchObject([
      ['delete_event', { eventId: 'budget' }],
    ]);
    expect(listCalls("what's on today?", 'cancel all of them except lunch')).toEqual([]);
  });

  test('a reminder before nothing is asked about, and an event is the answer', () => {
    const asked = converse('remind me 2 hours before', data, NEW_DIALOGUE);
    expect(asked).toMatchObject({
      kind: 'question',
      calls: [],
      reply: expect.stringContaining('Before what?'),
      choices: [{ label: expect.stringContaining("'Lunch'") }, {}, {}],
    });
    for (const said of ['the budget review', 'before the budget review', 'the second'])
      expect(converse(said, data, asked.state).calls).toMatchObject([
        { tool: 'create_task', input: { title: 'Budget review', dueAt: '2026-11-17T08:00:00Z' } },
      ]);
    expect(converse("what's on tomorrow", data, asked.state).kind).toBe('answer');
  });

  test.each([
    ['book a room for the design review', 'I cannot book rooms.'],
    ['book the second one', 'I have shown no times yet.'],
    ['confirm the tuesday one', 'I have shown no times yet.'],
    ['suggest times for a call with Ana', 'Free:'],
    ['turn off notifications for tomorrow', 'is set in Preferences'],
    ['lunch +1h', 'I did not understand'],
    ['meeting tomorrow at 25:00', 'There is no 25:00. Nothing was changed.'],
    ['next free hour', 'Free for 1 h or more:'],
    ['create reminders for all my deadlines', "in Preferences, under 'Reminders'"],
    ['remind me 1 hour before every meeting', "in Preferences, under 'Reminders'"],
    ["don't plan anything on friday", 'To keep time free, block it'],
    ["don't schedule anything after 5 today", 'To keep time free, block it'],
    ['unschedule the tax return', 'is a task. Move its deadline, or delete it'],
    ['pause my bookings next week', 'I found nothing'],
    ['lunch now costs 50', 'I did not understand'],
    ['which tasks have no deadline', "3 open tasks:\n• 'Tax return'\n• 'Buy milk'\n• 'Soap'"],
    ['how long will all my tasks take', '4 open tasks take 2 h together.'],
    ['give me a rundown of tomorrow', "'Budget review'"],
    ["didn't finish the tax return", 'I did not understand'],
    ['design review is on tuesdays now instead of mondays', 'I did not understand'],
    ['and then tomorrow dinner with Ana at 7 instead of the review', 'I did not understand'],
    ['i mean the event tonight', 'I did not understand'],
    ['hm no, every day', 'I did not understand'],
    ['make it a task', 'I did not understand'],
    ['need to push the design review', "When should 'Design review'"],
    ['delete my account', "your account is deleted, in Settings, under 'Data'."],
    ['dinner with Ana', "When is 'Dinner with Ana'?"],
    ["when's the design review again", "'Design review' is on Tue, 17 Nov 2026"],
    ['tell me about the design review', "'Design review' is on Tue, 17 Nov 2026"],
    ["thanks you're great", 'You are welcome.'],
    ['is the design review on tuesday or wednesday', "'Design review' is on Tue, 17 Nov 2026"],
    ['the design review is at 5 right', "'Design review' is on Tue, 17 Nov 2026"],
    ['make lunch a bit longer', "What should I change about 'Lunch'"],
    ['running 15 min late for lunch', "say 'Push it back by 15 minutes'"],
    ['book that', 'What should I call it?'],
    ['undo the last two', 'I undo one request at a time'],
    ['is the tax return done', "'Tax return'"],
    ['which day is best for a 3 hour block', 'Free for 3 h or more:'],
  ])("'%s' changes nothing", (text, reply) => {
    const answer = converse(text, data, NEW_DIALOGUE);
    expect(answer.kind).not.toBe('calls');
    expect(answer.reply).toContain(reply);
  });

  test('a series changes from a day on, or for good', () => {
    const weekly = withSync(['19', '26']);
    expect(
      converse('move the sync to fridays at 3 starting next week', weekly, NEW_DIALOGUE).calls,
    ).toMatchObject([
      {
        tool: 'update_event',
        input: { recurrenceId: '20261126', scope: 'following', startsAt: '2026-11-27T15:00:00.000Z' },
      },
    ]);
    expect(converse('sync should be 45 minutes from now on', weekly, NEW_DIALOGUE).calls).toMatchObject([
      {
        tool: 'update_event',
        input: { recurrenceId: '20261119', scope: 'following', endsAt: '2026-11-19T11:45:00.000Z' },
      },
    ]);
    expect(converse('sync is cancelled on thursday', weekly, NEW_DIALOGUE).calls).toEqual([
      { tool: 'delete_event', input: { eventId: 'sync', recurrenceId: '20261119', scope: 'this' } },
    ]);
  });

  test('a series is skipped for the rest of a week, and moved on the day that is meant', () => {
    const daily = { ...withSync(['16', '17', '18', '19']), now: at('17T12:30') };
    for (const text of ['no sync this week', 'cancel the sync this week'])
      expect(converse(text, daily, NEW_DIALOGUE).calls.map(({ input }) => input.recurrenceId)).toEqual([
        '20261118',
        '20261119',
      ]);
    expect(converse('move the sync to 10 tomorrow only', daily, NEW_DIALOGUE).calls).toMatchObject([
      { input: { recurrenceId: '20261118', startsAt: '2026-11-18T10:00:00.000Z' } },
    ]);
  });

  test('undo drops what waits, and a task that was mentioned is deleted or renamed', () => {
    const drafted = converse('dinner with Ana tomorrow at 7', data, NEW_DIALOGUE);
    expect(converse('undo', data, drafted.state)).toMatchObject({ kind: 'discard', calls: [] });
    const done = { ...NEW_DIALOGUE, mentions: [{ kind: 'task', id: 'soap' } as const] };
    expect(converse('delete it', data, done).calls).toEqual([
      { tool: 'delete_task', input: { taskId: 'soap' } },
    ]);
    expect(converse('call it Shampoo', data, done).calls).toEqual([
      { tool: 'update_task', input: { taskId: 'soap', title: 'Shampoo' } },
    ]);
  });

  test('all that a new event overlaps is named', () => {
    expect(converse('workshop tomorrow 9am to 5pm', data, NEW_DIALOGUE).reply).toBe(
      "It overlaps 'Budget review' and 'Design review'.",
    );
  });

  test('a drafted series begins and ends when it is said', () => {
    expect(
      listCalls(
        'set up a weekly check in with Lee fridays at 9',
        'starting in december',
        'until the end of february',
        'until the end of january',
      ),
    ).toMatchObject([
      [
        'create_event',
        {
          title: 'Check-in with Lee',
          startsAt: '2026-12-04T09:00:00.000Z',
          recurrenceRule: 'FREQ=WEEKLY;BYDAY=FR;UNTIL=20270131T235959Z',
        },
      ],
    ]);
  });

  test('a day that answers a question is in the week that was said', () => {
    expect(listCalls('book a haircut next week', 'saturday at 3')).toMatchObject([
      ['create_event', { title: 'Haircut', startsAt: '2026-11-28T15:00:00.000Z' }],
    ]);
  });

  test('a new name is that of the series, unless a day was said', () => {
    const weekly = withSync(['19', '26']);
    expect(converse('rename the sync to Weekly', weekly, NEW_DIALOGUE).calls).toEqual([
      { tool: 'update_event', input: { eventId: 'sync', title: 'Weekly' } },
    ]);
    expect(converse("rename Thursday's sync to Weekly", weekly, NEW_DIALOGUE).calls).toEqual([
      {
        tool: 'update_event',
        input: { eventId: 'sync', recurrenceId: '20261119', scope: 'this', title: 'Weekly' },
      },
    ]);
  });
});
