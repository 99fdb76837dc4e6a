/** Things that are plainly private: a task with one of these words is guessed to belong in personal hours. */
const PRIVATE = [
  'gym|work ?out|yoga|pilates|crossfit|swim|swimming|tennis|football|meditate|meditation|hike|sauna|gardening',
  'dinner|drinks|groceries|grocery shopping|meal prep|date night|game night|movie|cinema|poker|church|haircut|barber',
  'mom|mum|mommy|mummy|dad|daddy|grandma|grandpa|granny|gran|nan|nana|wife|husband|sister|brother|aunt|uncle',
  'kids?|daughter|son|baby|nanny|babysitter|family',
  'dentist|doctor|vet|therapist|laundry|dishes|ironing|dry cleaning|piano|guitar|band practice|choir',
  'birthday|the dog|the cat',
].join('|');

/** Words of work: 'dinner with client' is not plainly private. */
const WORK = [
  'clients?|customers?|team|boss|manager|investors?|candidates?|vendors?|colleagues?|meeting|presentation|deck|slides',
  'report|invoice|budget|proposal|sprint|release|deploy|bug|pr|app|website|campaign|contract|logo|spec|design|landing page',
].join('|');

/** Asking a practice for an appointment is done in its hours, which are those of work. */
const ARRANGING =
  /^\s*(?:call|phone|ring|e-?mail|book|schedule)\s+(?:the\s|an?\s|my\s)?(?:dentist|doctor|vet|therapist|barber)/iu;

const word = (names: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}_])(?:${names})(?:['’]s)?(?![\\p{L}\\p{N}_])`, 'iu');
const IS_PRIVATE = word(PRIVATE);
const IS_WORK = word(WORK);
const PRIVATE_PROJECT = /^(?:personal|private|home|family|health|house)(?:\/|$)/i;

/** Whether a task is plainly private. */
export function isPersonalTask(title: string, project: string | null): boolean {
  if (project !== null) return PRIVATE_PROJECT.test(project);
  return IS_PRIVATE.test(title) && !IS_WORK.test(title) && !ARRANGING.test(title);
}
