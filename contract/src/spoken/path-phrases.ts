import { baseOf } from './fold.ts'

/**
 * "Go back to where we spoke of Rome": the topic is the first group that is there. Matched after `normalizeCommand`, which
 * removes spaces in Japanese, Korean and Chinese.
 */
const GO_BACK: Readonly<Record<string, RegExp>> = {
  en: /^(?:go|take me|let us go|let's go|jump|take us) back to (?:where|when|the point where|the part where) we (?:spoke|talked|were talking|were speaking|discussed|were discussing) ?(?:of|about|on)? (.+)$/u,
  es: /^(?:vuelve|volver|volvamos|vuelva|regresa|regresemos) (?:a |al punto |al momento )?(?:donde|cuando|en que|en el que) (?:hablamos|hablábamos|habíamos hablado|hemos hablado) (?:de la |de los |de las |del |de |sobre el |sobre la |sobre )(.+)$/u,
  fr: /^(?:reviens|revenez|revenons|retourne|retournez|retournons) (?:à l'endroit |au moment |au point |là )?(?:où|quand) (?:nous avons parlé|on a parlé|nous parlions|on parlait) (?:de la |de l'|du |des |de |d')(.+)$/u,
  de: /^(?:geh|gehe|gehen wir|spring|springe|springen wir) (?:dahin |dorthin )?(?:noch mal |nochmal )?zurück (?:dahin |dorthin |zu der stelle |zur stelle |zu dem punkt |zum punkt )?(?:wo|an der|an dem) wir (?:über|von) (.+?) (?:gesprochen|geredet)(?: haben)?$/u,
  it: /^(?:torna|tornate|torniamo|ritorna|ritorniamo) (?:a |al punto |al momento )?(?:dove|quando|in cui) (?:abbiamo parlato|parlavamo|si parlava) (?:della |dello |dell'|del |dei |delle |degli |di |su )(.+)$/u,
  pt: /^(?:volte|volta|voltar|vamos voltar|voltemos|retorne) (?:para |pra |a |ao ponto |ao momento )?(?:onde|quando|em que|aonde) (?:falamos|a gente falou|falávamos|conversamos|estávamos falando) (?:sobre o |sobre a |sobre |do |da |dos |das |de )(.+)$/u,
  ja: /^(.+?)(?:について|の話を|のことを)(?:話していた|話してた|話した|していた|してた|した)(?:ところ|場所|部分)(?:に|まで|へ)(?:戻って|戻りたい|もどって)$/u,
  ko: /^(.+?)(?:에대해서|에대해|에관해|얘기를|이야기를|얘기|이야기)(?:말했던|말한|얘기했던|얘기한|이야기했던|이야기한|했던|하던|한)(?:곳으로|데로|부분으로|곳|부분)(?:다시)?(?:돌아가|되돌아가|가)$/u,
  zh: /^(?:回到|返回到|返回|退回到|跳回)(?:我们)?(?:刚才|之前)?(?:谈到|聊到|说到|讲到|讨论到|谈|聊|讨论)(?:过)?(.+?)(?:的地方|的时候|那里|那儿|的部分)$/u,
}

/** Returns the topic of a request to go back to where it was spoken of; undefined for anything else. */
export const goBackTopicIn = (base: string, bare: string): string | undefined =>
  GO_BACK[baseOf(base)]?.exec(bare)?.[1]

/** "Put this in the project Kitchen": the name is the first group that is there. */
const PUT_IN_PROJECT: Readonly<Record<string, RegExp>> = {
  en: /^(?:put|move|add|file|save) (?:this|it|that|this conversation|this chat) (?:in|into|to|under) (?:the |my )?(?:project (.+)|(.+) project)$/u,
  es: /^(?:pon|poner|mueve|mover|añade|guarda) (?:esto|esta conversación|este chat) (?:en el|en mi|al|en|a) proyecto (.+)$|^(?:ponlo|muévelo|añádelo|guárdalo) (?:en el|en mi|al|en) proyecto (.+)$/u,
  fr: /^(?:mets|mettez|mettre|déplace|déplacez|ajoute|ajoutez|range|rangez) (?:ça|ceci|cela|cette conversation|cette discussion|le|la) (?:dans le|dans mon|au|dans) projet (.+)$/u,
  de: /^(?:leg|lege|pack|packe|verschieb|verschiebe|schieb|schiebe|tu|steck|stecke) (?:das|dies|es|das hier|dieses gespräch) (?:in das|in mein|ins|in|zum) projekt (.+)$/u,
  it: /^(?:metti|sposta|aggiungi|salva) (?:questo|questa conversazione|questa chat) (?:nel mio|nel|al|in) progetto (.+)$|^(?:mettilo|mettila|spostalo|spostala|aggiungilo|aggiungila) (?:nel mio|nel|al|in) progetto (.+)$/u,
  pt: /^(?:coloque|coloca|ponha|põe|mova|move|adicione|adiciona) (?:isso|isto|esta conversa|essa conversa) (?:no meu|no|ao|para o|pro|em) projeto (.+)$/u,
  ja: /^(?:これを|この会話を|このチャットを)プロジェクト(?:の)?(.+?)(?:に|へ)(?:入れて|移して|移動して|追加して)$|^(?:これを|この会話を|このチャットを)(.+?)(?:の)?プロジェクト(?:に|へ)(?:入れて|移して|移動して|追加して)$/u,
  ko: /^(?:이거|이것|이걸|이대화|이채팅)(?:를|을)?프로젝트(.+?)(?:에|로|으로)(?:넣어|옮겨|추가해)$|^(?:이거|이것|이걸|이대화|이채팅)(?:를|을)?(.+?)프로젝트(?:에|로)(?:넣어|옮겨|추가해)$/u,
  zh: /^(?:把)?(?:这个对话|这段对话|这个|这)(?:放到|放进|移到|加到|归到)项目(.+?)(?:里|中)?$|^(?:把)?(?:这个对话|这段对话|这个|这)(?:放到|放进|移到|加到|归到)(.+?)项目(?:里|中)?$/u,
}

/** Returns the name in a request to put the conversation into a project; undefined for anything else. */
export const projectNameIn = (base: string, bare: string): string | undefined =>
  PUT_IN_PROJECT[baseOf(base)]
    ?.exec(bare)
    ?.slice(1)
    .find((group) => group !== undefined)

/** Days of the links that are asked for by words. */
const LINK_DAYS = { day: 1, week: 7, month: 30 } as const
/** Without a time. */
const LINK_DAYS_DEFAULT = LINK_DAYS.week

/** "Share this for a week": the groups say for how long. */
const SHARE: Readonly<Record<string, RegExp>> = {
  en: /^share (?:this|that|it|this conversation|this chat)(?: by link| with a link)?(?: for (?:a |one |the )?(?:(?<day>day)|(?<week>week)|(?<month>month)))?$/u,
  es: /^(?:comparte|compartir|comparta) (?:esto|esta conversación|este chat)(?: con un enlace)?(?: (?:durante|por) (?:(?<day>un día)|(?<week>una semana)|(?<month>un mes)))?$/u,
  fr: /^(?:partage|partagez|partager) (?:ça|ceci|cela|cette conversation)(?: par lien| avec un lien)?(?: (?:pendant|pour) (?:(?<day>un jour|une journée)|(?<week>une semaine)|(?<month>un mois)))?$/u,
  de: /^teile? (?:das|dies|das hier|dieses gespräch)(?: per link| mit einem link)?(?: für (?:(?<day>einen tag)|(?<week>eine woche)|(?<month>einen monat)))?$/u,
  it: /^(?:condividi|condividere) (?:questo|questa conversazione|questa chat)(?: con un link)?(?: per (?:(?<day>un giorno)|(?<week>una settimana)|(?<month>un mese)))?$/u,
  pt: /^(?:compartilhe|compartilha|compartilhar|partilhe) (?:isso|isto|esta conversa|essa conversa)(?: por link| com um link)?(?: por (?:(?<day>um dia)|(?<week>uma semana)|(?<month>um mês)))?$/u,
  ja: /^(?:これを|この会話を|このチャットを)(?:(?<day>一日|1日)|(?<week>一週間|1週間)|(?<month>一か月|一ヶ月|1か月|1ヶ月))?(?:だけ|間)?(?:リンクで)?共有して$/u,
  ko: /^(?:이거|이것|이걸|이대화|이채팅)(?:를|을)?(?:(?<day>하루)|(?<week>일주일|한주)|(?<month>한달|한달간))?(?:동안|간)?(?:링크로)?공유해$/u,
  zh: /^(?:把)?(?:这个对话|这段对话|这个|这)(?:用链接)?分享(?:(?<day>一天)|(?<week>一周|一个星期|一星期)|(?<month>一个月))?$/u,
}

/** Returns for how many days a request to share the conversation wants its link; undefined for anything else. */
export function shareDaysIn(base: string, bare: string): number | undefined {
  const match = SHARE[baseOf(base)]?.exec(bare)
  if (!match) return undefined
  const { day, week, month } = match.groups ?? {}
  if (day !== undefined) return LINK_DAYS.day
  if (month !== undefined) return LINK_DAYS.month
  return week === undefined ? LINK_DAYS_DEFAULT : LINK_DAYS.week
}
