const UNDO =
  /^(?:undo(?: (?:that|it|this|the last (?:one|change|thing)|everything|please))?|take (?:that|it) back|revert(?: (?:that|it))?|put (?:it|that|them) back|never ?mind that change|\/undo)$/i;
const APPLY =
  /^(?:yes|yep|yeah|yup|sure|ok(?:ay)?|(?:apply|accept)(?: it| that)?|do it|go ahead|confirm(?:ed)?|looks? (?:good|great)|all good|send (?:it|them|the invit(?:e|ation)s?)|sounds good|correct|right|perfect|please do|go for it|that's right)(?:[\s,]+(?:please|do it|go ahead|apply))?$/i;
const DISCARD =
  /^(?:(?:no|nope|nah|wait|hold on|hmm+|actually|oh|uh|ok|oops|sorry|i said)[,.! ]+){0,3}(?:no|nope|nah|never ?mind|forget (?:it|that|about it)|discard(?: it| that)?|cancel(?: that| it| this)?|stop|don'?t(?: do (?:it|that))?|leave it|drop it|scratch that|keep it|oops|whoops|my (?:bad|mistake)|wait|hold on|don'?t|not (?:that|this|now)|neither(?: of (?:them|these|those))?|none(?: of (?:them|these|those))?)(?:[\s,]+(?:thanks|thank you|please))?$/i;
const HELP =
  /^(?:help|\/help|what can you do|what do you do|how does this work|how do you work|what are you able to do|what else can you do|commands)$/i;
const RECAP =
  /^(?:what (?:did|have|has) (?:you|it) (?:just )?(?:do|done|change|changed)(?: now| then)?|what (?:was|did) (?:that|the last change)(?: do)?|what (?:just )?(?:changed|happened))$/i;
const HISTORY =
  /^what(?:['’]s| has| have| did)?(?: (?:you|i|we|anyone|somebody))? (?:been )?chang(?:ed?|es)(?: (?:in|on|to) my (?:calendar|schedule|tasks))? (?:today|yesterday|this (?:week|morning|afternoon|month)|lately|recently|since .{2,30}|last (?:week|night))$/i;
const THANKS =
  /^(?:(?:thanks?(?: you)?(?: (?:so much|a lot))?|thx|cheers|great|nice|cool|awesome|brilliant|lovely|good job|well done|that['’]?s (?:(?:all|it)(?: for now)?|great|brilliant|lovely|awesome|amazing)|(?:you['’]re|you are) (?:great|the best|awesome|amazing))[,.! ]{0,3}){1,2}$/i;
const HELLO = /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|howdy|yo)(?: (?:there|dayloom))?$/i;

/** A message that steers the conversation and asks for nothing new. */
export type Control = 'undo' | 'recap' | 'history' | 'help' | 'thanks' | 'greeting' | 'discard' | 'apply';

export function readControl(plain: string): Control | null {
  if (UNDO.test(plain)) return 'undo';
  if (RECAP.test(plain)) return 'recap';
  if (HISTORY.test(plain)) return 'history';
  if (HELP.test(plain)) return 'help';
  if (THANKS.test(plain)) return 'thanks';
  if (HELLO.test(plain)) return 'greeting';
  if (DISCARD.test(plain)) return 'discard';
  return APPLY.test(plain) ? 'apply' : null;
}
