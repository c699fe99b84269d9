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
