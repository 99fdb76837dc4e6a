/** Words with which requests begin, as a part of a regular expression. */
export const VERBS =
  'accept|add|append|approve|arrange|block|book|bring|call it(?! a (?:day|night)\\b)|cancel|change|check|clear|complete|create|cut|decline|delay|delete|drop|email|end|extend|find|finish|free|give|invite|leave|lengthen|let(?= .{1,40} know\\b)|limit|list|make|mark(?! (?:to|from|for|on|at)\\b)|move|note|plan|postpone|pull|push|put|reduce|remind|remove|rename|replan|reschedule|reserve|retitle|schedule|set|shift|shorten|show|skip|start|swap|switch|tell|tick|update|what|when|where|who|how|do i|am i';
const BEGINS_WITH_VERB = new RegExp(`^(?:${VERBS})\\b`, 'i');
export const beginsWithVerb = (text: string): boolean => BEGINS_WITH_VERB.test(text);

/** Words with which chores begin, as a part of a regular expression. */
export const CHORES =
  'buy|order (?:new|more)|bring|pay|call|phone|ring|finish|submit|write|clean|wash|pick up|drop off|return|renew|fix|repair|prepare|draft|print|water|feed|walk|study|practi[cs]e|sign|book a|refill|collect|install|vacuum|iron|pack|bake|cook|mow|charge|back up|apply for|sort|unsubscribe|read|chase';
