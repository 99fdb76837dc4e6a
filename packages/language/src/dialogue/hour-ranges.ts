/** 'block 9-11' as hours: a hyphen between two bare figures is not a date. */
export const spellOutRange = (clause: string): string =>
  clause
    .replace(
      /\b(my|the) (\d{1,2}(?::\d\d)?) to (\d{1,2}(?::\d\d)?) (?=(?:meeting|event|appointment|call|slot|one)s?\b)/i,
      '$1 from $2 to $3 ',
    )
    .replace(
      /(?<![\d\p{L}/-]|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} )(\d{1,2}(?::\d\d)?(?: ?[ap]m)?) ?[-–] ?(\d{1,2}(?::\d\d)?(?: ?[ap]m)?)(?![\d:\p{L}/-])/giu,
      'from $1 to $2',
    )
    // 'every Thursday 4 to 5'
    .replace(EVERY_BEFORE, '$1 from $2 to $3')
    // 'from 12 to 12:30 every weekday': the end is no time of the rule.
    .replace(EVERY_BEHIND, '$2 $1');

const EVERY_BEHIND =
  /\b(from \d{1,2}(?::\d\d)?(?: ?[ap]m)? to \d{1,2}(?::\d\d)?(?: ?[ap]m)?) ((?:every|each) (?:other |second )?(?:day|weekday|week|weekend|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}))\b/i;

const EVERY_BEFORE =
  /\b((?:every|each) (?:other |second )?(?:day|weekday|week|weekend|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})) (?:at )?(\d{1,2}(?::\d\d)?(?: ?[ap]m)?) (?:to|until|till|til) (\d{1,2}(?::\d\d)?(?: ?[ap]m)?)(?![\d:\p{L}/-])/iu;
