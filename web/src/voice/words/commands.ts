import { afterWakeWord, namesOf } from './wake-words.ts'
import { baseOf, fold } from './fold.ts'
import { isStop } from './listening-signs.ts'

/** What is said to the page and not to the assistant. */
export type Command =
  | { readonly kind: 'stop' | 'repeat' | 'slower' | 'faster' | 'louder' | 'softer' }
  | { readonly kind: 'read-code' | 'next-agent' | 'new-chat' | 'mute' }
  | { readonly kind: 'switch-agent'; readonly agentId: string }

type PlainKind = Exclude<Command['kind'], 'switch-agent' | 'stop'>

/** Whole utterances, folded; `|` between ways to say it. */
type Phrases = Readonly<Record<PlainKind, string>> & {
  /** what stands before an agent's name, and after it */
  readonly switchTo: RegExp
}

const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    repeat: 'repeat|repeat that|say that again|say it again|once more|again please',
    slower: 'slower|speak slower|more slowly|slow down',
    faster: 'faster|speak faster|speed up',
    louder: 'louder|speak up|speak louder|volume up',
    softer: 'softer|quieter|speak softer|volume down',
    'read-code': 'read the code|read me the code|read out the code|read the code aloud',
    'next-agent': 'next agent|next assistant',
    'new-chat': 'new chat|new conversation|start a new chat|start over',
    mute: 'mute|mute yourself|go mute',
    switchTo: /^(?:switch|change|go) to (?:the )?(.+)$/u,
  },
  es: {
    repeat: 'repite|repítelo|repite eso|otra vez|dilo otra vez',
    slower: 'más despacio|más lento|habla más despacio',
    faster: 'más rápido|más deprisa|habla más rápido',
    louder: 'más alto|más fuerte|sube el volumen|habla más alto',
    softer: 'más bajo|baja el volumen|habla más bajo',
    'read-code': 'lee el código|léeme el código',
    'next-agent': 'siguiente agente|siguiente asistente|el siguiente agente',
    'new-chat': 'nuevo chat|nueva conversación|empezar de nuevo|conversación nueva',
    mute: 'silénciate|silenciar|modo silencio',
    switchTo: /^(?:cambia|cambiar|pasa) (?:al?|a la) (?:agente )?(.+)$/u,
  },
  fr: {
    repeat: 'répète|répète ça|répétez|encore une fois|redis le|redis ça',
    slower: 'plus lentement|moins vite|parle plus lentement|ralentis',
    faster: 'plus vite|parle plus vite|accélère',
    louder: 'plus fort|parle plus fort|monte le son',
    softer: 'moins fort|plus doucement|baisse le son',
    'read-code': 'lis le code|lis moi le code|lisez le code',
    'next-agent': "agent suivant|l'agent suivant|assistant suivant",
    'new-chat': 'nouvelle conversation|nouveau chat|nouvelle discussion|recommencer',
    mute: 'coupe le son|muet|mode muet',
    switchTo: /^(?:passe|passez|change) (?:à|au|pour) (?:l'agent )?(.+)$/u,
  },
  de: {
    repeat: 'wiederholen|wiederhole das|wiederhol das|noch mal|nochmal|noch einmal|sag das noch mal',
    slower: 'langsamer|sprich langsamer|rede langsamer',
    faster: 'schneller|sprich schneller|rede schneller',
    louder: 'lauter|sprich lauter',
    softer: 'leiser|sprich leiser',
    'read-code': 'lies den code|lies den code vor|lies mir den code vor|code vorlesen',
    'next-agent': 'nächster agent|nächster assistent',
    'new-chat': 'neuer chat|neues gespräch|neue unterhaltung|von vorn',
    mute: 'stumm|stummschalten|stumm schalten|schalte dich stumm',
    switchTo: /^(?:wechsle|wechsel|geh|schalte) (?:zu|zum|zur|auf) (.+?)(?: um)?$/u,
  },
  it: {
    repeat: "ripeti|ripetilo|ripeti per favore|un'altra volta|dillo ancora",
    slower: 'più lento|più lentamente|più piano|parla più lentamente',
    faster: 'più veloce|più velocemente|parla più veloce',
    louder: 'più forte|alza il volume|parla più forte',
    softer: 'abbassa il volume|meno forte|parla più piano',
    'read-code': 'leggi il codice|leggimi il codice',
    'next-agent': 'prossimo agente|agente successivo|prossimo assistente',
    'new-chat': 'nuova chat|nuova conversazione|ricominciamo',
    mute: 'silenzia|muto|silenziati',
    switchTo: /^(?:passa|cambia|vai) (?:a|al|alla|allo|all'|ad) ?(.+)$/u,
  },
  pt: {
    repeat: 'repita|repete|repita isso|de novo|outra vez|mais uma vez',
    slower: 'mais devagar|mais lento|fale mais devagar|fala mais devagar',
    faster: 'mais rápido|fale mais rápido|fala mais rápido',
    louder: 'mais alto|fale mais alto|aumente o volume|aumenta o volume',
    softer: 'mais baixo|fale mais baixo|abaixe o volume|abaixa o volume',
    'read-code': 'leia o código|lê o código|leia o código para mim',
    'next-agent': 'próximo agente|próximo assistente',
    'new-chat': 'nova conversa|novo chat|começar de novo|nova conversa por favor',
    mute: 'mudo|silenciar|fique mudo|modo mudo',
    switchTo: /^(?:mude|muda|troque|passe|vá) (?:para|pra|pro) (?:o |a )?(.+)$/u,
  },
  ja: {
    repeat: 'もう一度|もう一回|もう一度言って|もう一回言って|繰り返して',
    slower: 'ゆっくり|もっとゆっくり|ゆっくり話して|遅くして',
    faster: '速く|もっと速く|早く|もっと早く|速くして',
    louder: '大きく|もっと大きく|大きな声で|もっと大きな声で|音量を上げて',
    softer: '小さく|もっと小さく|小さな声で|音量を下げて',
    'read-code': 'コードを読んで|コードを読み上げて',
    'next-agent': '次のエージェント|次のアシスタント',
    'new-chat': '新しいチャット|新しい会話|新規チャット',
    mute: 'ミュート|ミュートして|消音',
    switchTo: /^(.+?)に(?:切り替えて|変えて|切り替え)(?:ください)?$/u,
  },
  ko: {
    repeat: '다시|다시 말해줘|다시 한번|한 번 더|반복해줘',
    slower: '천천히|더 천천히|천천히 말해줘|느리게',
    faster: '빨리|더 빨리|빠르게|더 빠르게',
    louder: '크게|더 크게|소리 키워줘|크게 말해줘',
    softer: '작게|더 작게|소리 줄여줘|작게 말해줘',
    'read-code': '코드 읽어줘|코드를 읽어줘',
    'next-agent': '다음 에이전트|다음 어시스턴트',
    'new-chat': '새 채팅|새 대화|새로 시작',
    mute: '음소거|음소거해줘',
    switchTo: /^(.+?)(?:으로|로) ?(?:전환|전환해줘|바꿔줘|바꿔)$/u,
  },
  zh: {
    repeat: '重复|重复一遍|再说一遍|再来一遍|再说一次',
    slower: '慢一点|慢点|说慢一点|慢一些',
    faster: '快一点|快点|说快一点|快一些',
    louder: '大声一点|大声点|声音大一点|调大音量',
    softer: '小声一点|小声点|声音小一点|调小音量',
    'read-code': '读代码|念代码|读一下代码|朗读代码',
    'next-agent': '下一个助手|下一个智能体',
    'new-chat': '新聊天|新对话|新建对话|开始新对话',
    mute: '静音|请静音',
    switchTo: /^(?:切换到|换到|转到|换成)(.+)$/u,
  },
}

const PLAIN_KINDS = Object.keys(PHRASES['en'] ?? {}).filter((kind): kind is PlainKind => kind !== 'switchTo')

export interface CommandSurroundings {
  /** BCP 47 tag of what was said */
  readonly language: string
  readonly agents: readonly { readonly id: string; readonly label: string }[]
  /** words with which the page may be addressed before the command */
  readonly wakeWords: readonly string[]
}

/**
 * The command that these words are, all of them: "louder" is one, "make the alarm louder in the code" is not. Understood
 * on the spot, so that it works without a model, without a network, and at once.
 */
export function commandOf(text: string, around: CommandSurroundings): Command | undefined {
  const { language, wakeWords } = around
  const addressed = afterWakeWord(text, wakeWords)
  const said = addressed === undefined || addressed === '' ? text : addressed
  if (isStop(said, language)) return isBareRefusal(said) ? undefined : { kind: 'stop' }
  for (const phrases of [PHRASES[baseOf(language)], PHRASES['en']]) {
    const command = phrases && match(fold(said), phrases, around)
    if (command) return command
  }
  return undefined
}

/** "No" and its like answer a question; they stop a voice, and are no command when there is none. */
function isBareRefusal(said: string): boolean {
  return /^(no|non|nein|não|いいえ|違う|ちがう|아니|아니요|不|不是)( (no|non|nein|não))?$/u.test(fold(said))
}

function match(said: string, phrases: Phrases, { agents }: CommandSurroundings): Command | undefined {
  const polite = said.replace(/ (please|bitte|por favor|s'il te plaît|s'il vous plaît|per favore)$/u, '')
  for (const kind of PLAIN_KINDS) if (phrases[kind].split('|').includes(polite)) return { kind }
  const name = phrases.switchTo.exec(polite)?.[1]
  if (name === undefined) return undefined
  const agent = agents.find(({ label }) => namesOf([label]).some((known) => isSameName(fold(known), name)))
  return agent && { kind: 'switch-agent', agentId: agent.id }
}

/** "the tutor agent" is Tutor; Vee is called V, and heard as either. */
function isSameName(known: string, said: string): boolean {
  const bare = said.replace(
    / ?(agent|assistant|agente|assistente|assistent|エージェント|에이전트|助手)$/u,
    '',
  )
  return known === said || known === bare || (known === 'v' && bare === 'vee')
}
