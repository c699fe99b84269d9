import { baseOf } from './fold.ts'
import { normalizeCommand } from './normalize-command.ts'
import { afterWakeWord } from './wake-words.ts'

/** A spoken answer to "May I use that tool?". `always`: until the session ends. */
export type ConsentAnswer = 'yes' | 'no' | 'always'

/**
 * Whole answers, separated by `|`. Sounds of listening such as "mhm" or "I see" are none, and no answer is a word that
 * people say while they think, or that may mean the opposite, as 大丈夫です and 괜찮아요 do.
 */
const ANSWERS: Readonly<Record<string, Readonly<Record<ConsentAnswer, string>>>> = {
  en: {
    yes: 'yes|yes you may|yes do it|yes do that|yes go ahead|yes that is fine|yes that’s fine|yeah|yep|sure|sure go ahead|ok|okay|go ahead|go for it|do it|do that|you may|you can|allow|allow it|allow once|yes once|only once|just this once|once|of course|fine|that is fine|that’s fine',
    no: 'no|no thanks|no thank you|no don’t|no do not|nope|don’t|do not|don’t do it|don’t do that|do not do that|better not|rather not|not now|never|deny|deny it|do not allow|don’t allow it|you may not',
    always:
      'always|yes always|always yes|always allow|always allow it|allow always|always do that|you always may|you may always|for this session|allow for this session|the whole session|don’t ask again|do not ask again|yes don’t ask again|yes and don’t ask again',
  },
  es: {
    yes: 'sí|si|sí claro|sí hazlo|sí adelante|sí puedes|claro|claro que sí|vale|de acuerdo|ok|okay|adelante|hazlo|puedes|puedes hacerlo|permitir|permite|permítelo|permitir una vez|una vez|solo una vez|sólo una vez|solo esta vez|por supuesto|está bien',
    no: 'no|no gracias|no lo hagas|mejor no|ahora no|nunca|no permitir|no lo permitas|no puedes|denegar',
    always:
      'siempre|sí siempre|siempre sí|permitir siempre|permite siempre|permítelo siempre|siempre puedes|puedes siempre|en esta sesión|durante esta sesión|permitir en esta sesión|no preguntes más|no vuelvas a preguntar|sí y no preguntes más',
  },
  fr: {
    yes: 'oui|oui vas y|oui allez y|oui tu peux|oui vous pouvez|oui bien sûr|oui d’accord|ouais|bien sûr|d’accord|ok|okay|vas y|allez y|fais le|faites le|tu peux le faire|vous pouvez le faire|autorise|autoriser|autorisez|autoriser une fois|une fois|une seule fois|juste une fois|cette fois|c’est bon',
    no: 'non|non merci|ne fais pas ça|ne le fais pas|ne faites pas ça|ne le faites pas|plutôt pas|pas maintenant|jamais|refuse|refuser|refusez|ne pas autoriser|n’autorise pas|n’autorisez pas',
    always:
      'toujours|oui toujours|toujours oui|autorise toujours|autorisez toujours|toujours autoriser|autoriser toujours|pour cette session|autoriser pour cette session|ne demande plus|ne demandez plus|ne me demande plus|ne me demandez plus|oui et ne demande plus',
  },
  de: {
    yes: 'ja|ja klar|ja gerne|ja bitte|ja mach|ja mach das|ja darfst du|ja ist gut|ja okay|klar|ok|okay|gerne|natürlich|in ordnung|mach das|mach es|tu das|du darfst|darfst du|das darfst du|erlauben|erlaubt|einmal erlauben|einmal|nur einmal|nur dieses mal|dieses mal|von mir aus',
    no: 'nein|nein danke|nein lieber nicht|nee|nö|lieber nicht|besser nicht|nicht jetzt|jetzt nicht|nie|niemals|mach das nicht|tu das nicht|lass das|nicht erlauben|darfst du nicht|das darfst du nicht',
    always:
      'immer|ja immer|immer ja|immer erlauben|ja immer erlauben|du darfst immer|das darfst du immer|für diese sitzung|für diese sitzung erlauben|frag nicht mehr|frag nicht wieder|nicht mehr fragen|nicht wieder fragen|ja und frag nicht mehr',
  },
  it: {
    yes: 'sì|si|sì certo|sì va bene|sì fallo|sì fai pure|certo|va bene|d’accordo|ok|okay|fai pure|fallo|procedi|puoi farlo|consenti|permetti|consenti una volta|una volta|solo una volta|solo questa volta|stavolta|naturalmente|certamente',
    no: 'no|no grazie|non farlo|meglio di no|preferirei di no|non ora|adesso no|mai|non consentire|non permettere|rifiuta|non puoi',
    always:
      'sempre|sì sempre|sempre sì|consenti sempre|permetti sempre|puoi sempre|per questa sessione|consenti per questa sessione|non chiedere più|non chiedermelo più|sì e non chiedere più',
  },
  pt: {
    yes: 'sim|sim claro|sim pode|sim faça|sim pode fazer|claro|claro que sim|tá bom|está bem|tudo bem|ok|okay|vá em frente|vai em frente|faça isso|faz isso|pode fazer|pode sim|permitir|permita|permite|permitir uma vez|uma vez|só uma vez|só desta vez|com certeza',
    no: 'não|não obrigado|não obrigada|não faça|não faça isso|não faz isso|melhor não|prefiro que não|agora não|nunca|não permitir|não permita|não pode|negar|recusar',
    always:
      'sempre|sim sempre|sempre sim|permitir sempre|permita sempre|sempre pode|pode sempre|nesta sessão|durante esta sessão|permitir nesta sessão|não pergunte mais|não pergunta mais|não precisa perguntar|sim e não pergunte mais',
  },
  ja: {
    yes: 'はい|ええ|うん|はいどうぞ|どうぞ|いいよ|いいですよ|はいいいです|はいいいですよ|オーケー|ok|オッケー|もちろん|許可|許可する|許可します|許可して|一度だけ|一回だけ|今回だけ|そうして|やって|やっていいよ|構いません|かまいません',
    no: 'いいえ|いや|いやです|だめ|ダメ|だめです|ダメです|やめて|やめてください|しないで|しないでください|結構です|許可しない|許可しません|今はいい|今はやめて|遠慮します',
    always:
      'いつも|いつでも|いつもはい|いつもいいよ|いつでもいいよ|いつでもいいですよ|常に|常に許可|常に許可する|常に許可して|いつも許可|いつも許可して|このセッションでは|このセッションで許可|もう聞かないで|もう聞かなくていい|もう聞かなくていいよ|今後も許可',
  },
  ko: {
    yes: '네|예|응|그래|네 그러세요|네 그렇게 해|네 그렇게 해 주세요|그렇게 해|그렇게 해요|좋아|좋아요|좋습니다|물론|물론이죠|오케이|ok|허용|허용해|허용할게|허용할게요|한 번만|한번만|이번만|이번 한 번만|해도 돼|해도 돼요|해',
    no: '아니|아니요|아뇨|아니오|안 돼|안돼|안 돼요|안돼요|안 됩니다|하지 마|하지 마세요|하지마|하지마세요|싫어|싫어요|지금은 안 돼|지금은 싫어|허용 안 함|허용하지 않음|허용하지 마|거절|거부',
    always:
      '항상|언제나|늘|네 항상|응 항상|항상 허용|항상 허용해|항상 해도 돼|항상 괜찮아|항상 좋아|언제든지|언제든지 해도 돼|이번 세션 동안|이 세션 동안|이 세션에서 허용|다시 묻지 마|다시 묻지 마세요|더 이상 묻지 마',
  },
  zh: {
    yes: '是|是的|好|好的|好啊|行|可以|可以的|嗯可以|当然|当然可以|没问题|ok|同意|允许|允许一次|就这一次|只这一次|只一次|一次|你可以|去吧|做吧|对',
    no: '不|不要|不行|不可以|不用|不用了|不好|不同意|不允许|不准|别|别这样|别做|算了|现在不要|先不要|拒绝',
    always:
      '总是|一直|始终|永远可以|总是可以|一直可以|总是允许|一直允许|始终允许|以后都可以|都可以|本次会话|本次会话允许|这次会话都可以|别再问|别再问了|不要再问|不要再问了|不用再问|不用再问了',
  },
}

const cachedAnswers = new Map<string, ReadonlyMap<string, ConsentAnswer>>()

function answersIn(base: string): ReadonlyMap<string, ConsentAnswer> {
  const cached = cachedAnswers.get(base)
  if (cached) return cached
  const answers = new Map<string, ConsentAnswer>()
  for (const [answer, phrases] of Object.entries(ANSWERS[base] ?? {}))
    for (const phrase of phrases.split('|'))
      answers.set(normalizeCommand(phrase, base), answer as ConsentAnswer)
  cachedAnswers.set(base, answers)
  return answers
}

/**
 * Returns the answer if the whole text is one, with or without a wake word before it: "yes" is, "yes, and what is the
 * time?", a name and a sound of listening are none. The English words count in every language.
 * @param language BCP 47 tag of the utterance
 */
export function consentAnswerOf(
  text: string,
  language: string,
  wakeWords: readonly string[],
): ConsentAnswer | undefined {
  for (const words of new Set([text, afterWakeWord(text, wakeWords) || text]))
    for (const base of new Set([baseOf(language), 'en'])) {
      const answer = answersIn(base).get(normalizeCommand(words, base))
      if (answer) return answer
    }
  return undefined
}
