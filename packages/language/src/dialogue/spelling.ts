/** Misspelt and shortened words that would otherwise change what a request asks for. */
const SPELLINGS: Readonly<Record<string, string>> = {
  wednesday: 'wendsday wensday wednsday wednesay wedensday wenesday wendesday',
  thursday: 'thusday thrusday thursay thurday thirsday thurdsay',
  tuesday: 'tuseday teusday tuesay tusday tuesdy',
  friday: 'firday friady frday fridy',
  monday: 'monady mondy munday',
  saturday: 'saterday satuday saturdy',
  tomorrow: 'tommorow tomorow tommorrow tomorro tomorrrow tmrw tmr tomoz 2moro 2morrow',
  reschedule: 'reshedule rescedule reschedual reschedul resheduel reschdule',
  schedule: 'shedule scedule schedual schdule',
  cancel: 'cancle cancell cacnel canel cxl',
  delete: 'delte deleet dlete delet',
  move: 'mvoe moove mov',
  can: 'cna acn',
  remove: 'remvoe reomve',
  create: 'craete creat',
  remind: 'remaind remnid',
  meeting: 'meating meetting metting meetng meeitng mtg meting',
  before: 'b4',
  about: 'abt',
  appointment: 'appointmet apointment appoinment appointmnt appt',
  please: 'plz pls plse',
  thanks: 'thx thnx thanx',
  "what's": 'whats',
  "when's": 'whens',
  "who's": 'whos',
  "where's": 'wheres',
  "don't": 'dont',
  "won't": 'wont',
  "can't": 'cant',
  "didn't": 'didnt',
  "isn't": 'isnt',
  "i'm": 'im',
  "i've": 'ive',
};

const CORRECT = new Map(
  Object.entries(SPELLINGS).flatMap(([right, wrong]) =>
    wrong.split(' ').map((word): [string, string] => [word, right]),
  ),
);

const DAY = '(?:mon|tues?|wed|thu|thurs?|fri|sat|sun)(?:day|nesday|sday|urday)?';
/** 'every mon wed fri', a pair at a time. */
const ADJACENT_DAYS = new RegExp(String.raw`(\b(?:every|each|and) ${DAY}),? (?=${DAY}\b)`, 'gi');

/** Words in capitals are abbreviations, and quoted text stays as it is. */
export function correctSpelling(text: string): string {
  if (/["“]/.test(text)) return text;
  return (
    text
      .replaceAll(ADJACENT_DAYS, '$1 and ')
      .replaceAll(ADJACENT_DAYS, '$1 and ')
      .replaceAll(ADJACENT_DAYS, '$1 and ')
      // 'can you ad a cal with Lee': an ad and a cal are words of their own elsewhere.
      .replace(
        /^((?:(?:can|cna|acn|could|would|please|pls)\b ?(?:you |u )?(?:please )?)?)ad (?=an? |the |my )/i,
        '$1add ',
      )
      .replace(/\b(an?) cal (?=with |to |at |on |tom|tod|mon|tue|wed|thu|fri)/gi, '$1 call ')
      // '13pm' is one word, or its 'pm' would stay in the title.
      .replace(
        /(?<![.:\d])(1[3-9]|2[0-3])(:[0-5]\d)? ?pm\b/gi,
        (_said, hour: string, minutes = ':00') => hour + minutes,
      )
      // Before six, 'h' counts hours: few plan anything for 3 in the night.
      .replace(/(?<![\d.:,])([1-5]) ?h(?![\p{L}\d])/gu, '$1 hours')
      .replace(/\b1[- ]?on[- ]?1\b/gi, '1:1')
      .replace(/\b1:1s\b/g, '1:1')
      .replace(/(^|\s)w(?:\/ ?| )(?=\p{L}{2})/gu, '$1with ')
      .replaceAll(/[\p{L}\d]+/gu, (word) =>
        word.length > 1 && word === word.toUpperCase() ? word : (CORRECT.get(word.toLowerCase()) ?? word),
      )
  );
}
