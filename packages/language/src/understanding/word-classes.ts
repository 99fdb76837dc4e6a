/**
 * Groups of words that mean the same for a request. They carry what the model has learned to words that were not
 * in its training data.
 */
const CLASSES: Readonly<Record<string, string>> = {
  ADD: 'add create make put insert enter note jot write include append place start begin new another',
  PLAN: 'schedule book plan arrange organize organise setup reserve block pencil slot host',
  REMIND:
    'remind reminder reminders remember alert notify notification notifications ping alarm forget nudge',
  REMOVE:
    'delete remove cancel erase clear drop eliminate scrap discard unschedule rid trash wipe scratch cross strike nix void abort omit trash exclude unlist withdraw decline uninvite',
  CHANGE:
    'move change reschedule push shift postpone update rename extend shorten delay edit modify swap adjust bump switch alter prolong replace correct relocate lengthen bring',
  DONE: 'done complete completed finish finished mark check checked tick ticked accomplished accomplish bought purchased',
  ASK: 'what whats when whens where who which how why whose is are am was were will do does did have has had can could should would any anything',
  SHOW: 'show list tell read find look see view display give check open pull say review get know fetch search recite name describe',
  EVENT:
    'event events meeting meetings appointment appointments calendar calendars calender schedule schedules agenda call calls interview conference party lunch dinner breakfast brunch date booking bookings session sessions class lesson sync standup webinar workshop anniversary birthday birthdays wedding concert vacation holiday dentist doctor gathering reservation engagement engagements itinerary diary planner demo review presentation',
  TASK: 'list lists notes task tasks todo todos to-do to-dos item items chore chores errand errands shopping grocery groceries checklist assignment assignments wishlist bucket',
  INVITE:
    'invite invites inviting invitation invitations attendee attendees guest guests participant participants attend attending',
  ROOM: 'room rooms building floor conference-room office location venue',
  LEFT: 'until till left remaining duration remain longer before',
  FREE: 'free available availability busy open opening openings booked unoccupied slot slots gap gaps occupied spare',
  MINE: "my me i mine our us we i'm i've i'd i'll myself",
  PERSON: 'with him her them team boss mom dad wife husband manager colleague client everyone',
  DAY: "today tomorrow tonight yesterday monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun weekend weekday day days week weeks month months january february march april june july august september october november december morning afternoon evening night noon midnight tomorrow's today's",
  CLOCK: "am pm a.m p.m o'clock oclock hour hours minute minutes clock",
  MACHINE:
    'flight flights luggage airline airlines visa vaccine rental transaction transactions rewards paycheck tornado commute benefits password phone contact contacts playlist lights light lamp music song songs play playlist volume radio podcast podcasts weather temperature rain coffee vacuum email emails mail tweet twitter facebook joke jokes news stock stocks price exchange rate recipe recipes cook movie movies film bank account balance credit card cards pay payment bill translate language spell definition define taxi uber train traffic directions restaurant restaurants pizza order delivery audiobook socket plug brightness color colour game games calories gas oil tire tires insurance credit routing pin fraud transfer',
};

const BY_WORD = new Map<string, string>(
  Object.entries(CLASSES).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
);

/** The class of a word in lower case; '' if it has none. */
export function toClass(word: string): string {
  return BY_WORD.get(word) ?? (word.includes('#') ? 'FIGURE' : '');
}
