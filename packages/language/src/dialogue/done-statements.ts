import type { DialogueData } from './data.ts';
import type { TaskFrame } from './frames.ts';
import { matchName } from './matching.ts';
import { toTaskFrame } from './read-task.ts';
import { readReference } from './references.ts';

const STATEMENT =
  /^(?!(?:is|are|was|were|has|have|had|did|does|do|what|when|where|who|which|how|why|not|no)\b)(?:the |my |our |all )?(\p{L}.{1,80}?) (?:is |are |has been |have been |was |were |got )?(?:now |already |all |finally )?(\p{L}{2,20})$/iu;

/** 'the proposal went out' */
const WENT_OUT =
  /^(?:the |my |our )?(\p{L}.{1,80}?) (?:went out|is out|has gone out|went off|has gone off|is on its way)$/iu;
const SENDING = ['send', 'post', 'mail', 'email', 'submit', 'ship', 'file'];

/** 'chased Bob for the payment' */
const DID =
  /^(?:i(?:['’]ve| have)? )?(?:just |already |finally )?(?!(?:scheduled|booked|planned|moved|cancelled|needed|wanted|added)\b)(\p{L}{2,15}(?:ed)|bought|built|chosen|drew|found|gave|hung|made|met|paid|sent|sold|took|taught|wrote|rang|got) (\S.{1,80})$/iu;

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['bought', 'buy'],
  ['built', 'build'],
  ['chosen', 'choose'],
  ['drawn', 'draw'],
  ['found', 'find'],
  ['given', 'give'],
  ['hung', 'hang'],
  ['made', 'make'],
  ['met', 'meet'],
  ['paid', 'pay'],
  ['read', 'read'],
  ['sent', 'send'],
  ['sold', 'sell'],
  ['swept', 'sweep'],
  ['taken', 'take'],
  ['taught', 'teach'],
  ['written', 'write'],
  ['drew', 'draw'],
  ['gave', 'give'],
  ['rang', 'ring'],
  ['took', 'take'],
  ['wrote', 'write'],
]);

/** The verbs of which a word may be the past participle: 'renewed' is that of 'renew'. */
function listVerbs(participle: string): readonly string[] {
  const word = participle.toLowerCase();
  if (word === 'got') return ['get', 'buy', 'order', 'collect', 'fetch', 'pick'];
  const irregular = IRREGULAR.get(word);
  if (irregular) return [irregular];
  if (!word.endsWith('ed')) return [];
  const stem = word.slice(0, -2);
  const single = stem.at(-1) === stem.at(-2) ? [stem.slice(0, -1)] : [];
  return [stem, `${stem}e`, ...single, ...(stem.endsWith('i') ? [`${stem.slice(0, -1)}y`] : [])];
}

/** 'passport renewed' completes 'Renew passport'; null unless the words name exactly one open task. */
export function readDoneStatement(clause: string, data: DialogueData): TaskFrame | null {
  const [, past, done] = DID.exec(clause) ?? [];
  const [, away] = WENT_OUT.exec(clause) ?? [];
  const [, object, participle] = away
    ? [null, away, null]
    : past
      ? [null, done, past]
      : (STATEMENT.exec(clause) ?? []);
  const verbs = away ? SENDING : participle ? listVerbs(participle) : [];
  if (!object || verbs.length === 0) return null;
  const { words } = readReference(object, data);
  const [task, ...others] = data.tasks.filter(
    ({ title, status }) =>
      status === 'open' &&
      verbs.includes(title.split(' ')[0]?.toLowerCase() ?? '') &&
      matchName(words, title) > 0,
  );
  if (!task || others.length > 0) return null;
  return { ...toTaskFrame('complete_task', clause, object, data), chosenId: task.id };
}
