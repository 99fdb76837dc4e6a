import {
  type ChatCard,
  EmailAddress,
  Id,
  Instant,
  type MeetingRequest,
  NewMeetingRequest,
  TimeZone,
} from '@dayloom/contracts';
import { describeTime, joinNames } from '@dayloom/language/wording';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { z } from 'zod';
import { parseInput, type Tool, type ToolContext, tool } from '#platform/tools.ts';
import { listPeople } from './operations/people.ts';
import type { MeetingsPlatform } from './operations/platform.ts';
import { confirmMeeting, createMeeting, listMeetings, withdrawMeeting } from './operations/requests.ts';
import { suggestTimes } from './operations/suggest-times.ts';
import { readMeeting } from './operations/view.ts';

const PeopleInput = z.strictObject({
  search: z.string().max(200).default(''),
  limit: z.int().min(1).max(50).default(10),
});
const ListInput = z.strictObject({
  when: z.enum(['open', 'closed', 'all']).default('open'),
  limit: z.int().min(1).max(50).default(20),
});
const SuggestInput = z.strictObject({
  attendees: z.array(EmailAddress).max(20).default([]),
  durationMinutes: z.int().min(5).max(1_440).default(30),
  from: Instant.optional().meta({ description: 'Now, if absent' }),
  to: Instant.optional().meta({ description: 'A week later, if absent' }),
});
const CreateInput = z.strictObject({
  ...NewMeetingRequest.shape,
  attendees: z
    .array(z.strictObject({ email: EmailAddress, name: z.string().max(120).default('') }))
    .min(1)
    .max(50),
  timeZone: TimeZone.optional(),
});
const ConfirmInput = z.strictObject({ requestId: Id, startsAt: Instant });
const WithdrawInput = z.strictObject({ requestId: Id, message: z.string().trim().max(2_000).default('') });

/** The tools for people and meeting requests. */
export function meetingTools(platform: MeetingsPlatform): Tool[] {
  const say = ({ timeZone }: ToolContext, start: string, minutes: number) =>
    describeTime(
      { start: Date.parse(start), end: Date.parse(start) + minutes * MINUTE_MS },
      { now: platform.clock().getTime(), timeZone },
    );
  return [
    tool<z.output<typeof PeopleInput>>({
      name: 'find_people',
      description: 'People whom the user has met, by a part of their name or address.',
      scope: 'read:meetings',
      input: PeopleInput,
      isReadOnly: true,
      preview: async () => ({ summary: 'Find people', concerns: [], cards: [] }),
      async run({ scope }, input) {
        const people = await listPeople(platform, scope, input);
        return {
          summary:
            people.length === 0
              ? 'I found nobody'
              : people.map(({ name, email }) => (name ? `${name} (${email})` : email)).join('; '),
          commandIds: [],
          cards: [],
          output: { people },
        };
      },
    }),
    tool<z.output<typeof SuggestInput>>({
      name: 'suggest_meeting_times',
      description:
        "Times at which the user is free, and other users of this server as far as they share that. Without attendees: the user's free times.",
      scope: 'read:meetings',
      input: SuggestInput,
      isReadOnly: true,
      preview: async () => ({ summary: 'Suggest times', concerns: [], cards: [] }),
      async run(context, { durationMinutes, from, to, attendees }) {
        const now = platform.clock();
        const start = from ?? now.toISOString();
        const end = to ?? new Date(Date.parse(start) + 7 * DAY_MS).toISOString();
        const found = await suggestTimes(platform, context.scope, {
          durationMinutes,
          from: start,
          to: end,
          attendees,
        });
        const times = found.times.map(({ startsAt, endsAt }) => ({
          startsAt,
          endsAt,
          text: say(context, startsAt, durationMinutes),
        }));
        return {
          summary:
            times.length === 0
              ? 'There is no free time'
              : `Free: ${times.map(({ text }) => text).join('; ')}`,
          commandIds: [],
          cards: times.length === 0 ? [] : [{ kind: 'slots', slots: times }],
          output: found,
        };
      },
    }),
    tool<z.output<typeof ListInput>>({
      name: 'list_meeting_requests',
      description: "The user's meeting requests with their answers, the newest first.",
      scope: 'read:meetings',
      input: ListInput,
      isReadOnly: true,
      preview: async () => ({ summary: 'List meeting requests', concerns: [], cards: [] }),
      async run(context, input) {
        const { meetingRequests } = await listMeetings(platform, context.scope, input);
        const shown = meetingRequests.map((request) => describeRequest(request));
        const kind = input.when === 'all' ? '' : `${input.when} `;
        return {
          summary: shown.length === 0 ? `There are no ${kind}meeting requests` : shown.join('; '),
          commandIds: [],
          cards: meetingRequests.flatMap(toCard),
          output: { meetingRequests },
        };
      },
    }),
    tool<z.output<typeof CreateInput>>({
      name: 'create_meeting_request',
      description: 'Propose one or several times to several people by mail; they vote on a page.',
      scope: 'write:meetings',
      input: CreateInput,
      isReadOnly: false,
      async preview(context, input) {
        parseInput(NewMeetingRequest, { ...input, timeZone: input.timeZone ?? context.timeZone });
        return {
          summary: `Ask ${describePeople(input.attendees)} about '${input.title}': ${input.times.map((time) => say(context, time, input.durationMinutes)).join('; ')}`,
          concerns: ['people'],
          cards: [
            {
              kind: 'meeting',
              requestId: null,
              title: input.title,
              durationMinutes: input.durationMinutes,
              times: input.times,
              attendees: input.attendees,
            },
          ],
        };
      },
      async run(context, input) {
        const asked = { ...input, timeZone: input.timeZone ?? context.timeZone };
        const { meetingRequest, commandId } = await createMeeting(platform, context.scope, asked, null);
        return {
          summary: `Asked ${describePeople(input.attendees)} about '${input.title}': ${input.times.map((time) => say(context, time, input.durationMinutes)).join('; ')}`,
          commandIds: commandId ? [commandId] : [],
          cards: toCard(meetingRequest),
          output: { meetingRequest },
        };
      },
    }),
    tool<z.output<typeof ConfirmInput>>({
      name: 'confirm_meeting_time',
      description: 'Choose a time of a meeting request: the event is made, and everybody is invited.',
      scope: 'write:meetings',
      input: ConfirmInput,
      isReadOnly: false,
      async preview(context, { requestId, startsAt }) {
        const request = await readMeeting(platform, context.scope, requestId);
        return {
          summary: `Choose ${say(context, startsAt, request.durationMinutes)} for '${request.title}' and invite ${describePeople(request.attendees)}`,
          concerns: ['people'],
          cards: toCard(request),
          basis: toBasis(request),
        };
      },
      async run(context, { requestId, startsAt }) {
        const { meetingRequest, commandId } = await confirmMeeting(
          platform,
          context.scope,
          requestId,
          startsAt,
        );
        return {
          summary: `Chose ${say(context, startsAt, meetingRequest.durationMinutes)} for '${meetingRequest.title}'`,
          commandIds: commandId ? [commandId] : [],
          cards: toCard(meetingRequest),
          output: { meetingRequest },
        };
      },
    }),
    tool<z.output<typeof WithdrawInput>>({
      name: 'withdraw_meeting_request',
      description: 'Withdraw a meeting request, or cancel its confirmed meeting. Attendees are notified.',
      scope: 'write:meetings',
      input: WithdrawInput,
      isReadOnly: false,
      isDestructive: true,
      async preview({ scope }, { requestId }) {
        const request = await readMeeting(platform, scope, requestId);
        return {
          summary: `Withdraw the meeting request '${request.title}' to ${describePeople(request.attendees)}`,
          concerns: ['people', 'deletion'],
          cards: toCard(request),
          basis: toBasis(request),
        };
      },
      async run({ scope }, { requestId, message }) {
        const { meetingRequest, commandId } = await withdrawMeeting(platform, scope, requestId, message);
        return {
          summary: `Withdrew the meeting request '${meetingRequest.title}'`,
          commandIds: commandId ? [commandId] : [],
          cards: [],
          output: { meetingRequest },
        };
      },
    }),
  ];
}

const describePeople = (people: readonly { readonly email: string; readonly name: string }[]): string =>
  joinNames(people.map(({ email, name }) => name || email));

function describeRequest({ title, state, attendees }: MeetingRequest): string {
  const answered = attendees.filter(({ answer }) => answer !== null).length;
  return `'${title}' to ${describePeople(attendees)}: ${state}, ${answered} of ${attendees.length} answered`;
}

/** What people see of a request, with the answers: they may have been the reason for the draft. */
const toBasis = ({ title, state, durationMinutes, times, attendees }: MeetingRequest): unknown => ({
  title,
  state,
  durationMinutes,
  times: times.map(({ startsAt }) => startsAt),
  attendees: attendees.map(({ email, answer }) => ({ email, answer })),
});

const toCard = ({ id, title, durationMinutes, times, attendees }: MeetingRequest): ChatCard[] => [
  {
    kind: 'meeting',
    requestId: id,
    title,
    durationMinutes,
    times: times.map(({ startsAt }) => startsAt),
    attendees: attendees.map(({ email, name }) => ({ email, name })),
  },
];
