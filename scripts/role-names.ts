/*
 * Names of parameters and fields that say a role and not a type. Every other name of a value of one of our own types shares a
 * word with that type, so that a reader who knows the type knows the name.
 */

/** Words that are not names of declarations, since each had many meanings at once. */
export const AMBIGUOUS_NAMES: ReadonlySet<string> = new Set([
  'asked',
  'asking',
  'around',
  'at',
  'desk',
  'found',
  'heard',
  'keeper',
  'known',
  'made',
  'manner',
  'place',
  'post',
  'said',
  'told',
  'whole',
  'whom',
])

/** What a list, a query or a comparison calls its values. */
const IN_ORDER =
  'a after all lastReply b base before candidate changed changes child children chosen current earlier fields first fresh ' +
  'from initial inner item items last left list more next only others own owner parent previous records remaining right row rows ' +
  'second selected small stored target then to total updated value variables'

/** What a step of a process calls its values. */
const IN_PROCESS =
  'attempt change created data down handsFree history id perMillionUsd Resources today up event expected failure final job loading message offered output payload ' +
  'pending reason request result results run source spent state stream transaction waiting wanted written'

/** Parts that people see or take, whose type says only what a value of it can be. */
const PARTS =
  'access advanced alternatives audioError binding blocks body catalogue closed ' +
  'colour configured content context controls conversation env favourites field file files forbidden groupBy how ' +
  'http image inField inLine job kind language light lines link matches me menu model models name node note now of on page ' +
  'pages parts payer picture pictures preferred primary prices primary proof proposals props provider question quotes ' +
  'refused reply ready rules saying sayingWord secondary segments sentences session settings shown sources spoken stack ' +
  'stt suggested texts tts type unread used visitor voice window words'

/** Functions and texts that are passed under a short name everywhere. */
const SHORT = 'chat detect fallback open shell t tell'

/** Names of vendors, whose services share one type. */
const VENDORS = 'anthropic browser builtIn demo gemini openai openrouter server unedited'

export const ROLE_NAMES: ReadonlySet<string> = new Set(
  [IN_ORDER, IN_PROCESS, PARTS, SHORT, VENDORS].flatMap((names) => names.split(' ')),
)

/** Types of plain values: what the value is for is the name of its field. */
export const VALUE_TYPES: ReadonlySet<string> = new Set([
  'AgentId',
  'Answer',
  'CatalogueModel',
  'DiaryEntry',
  'Locale',
  'InterimWords',
  'Look',
  'PlanId',
  'Range',
  'Rgb',
  'Size',
  'SpokenRange',
  'Surface',
  'TruthText',
])
