import { fold } from './fold.ts'

/**
 * What transcribers return for noise and silence, because their training contains films and broadcasts. Folded.
 * Nobody says it to interrupt: thanks during a voice is politeness.
 */
const PHRASES = new Set(
  [
    'thank you|thank you very much|thank you so much|thanks|you|bye|bye bye|music|applause|silence|blank audio',
    'danke|vielen dank|danke schön|tschüss|bis zum nächsten mal|musik|applaus',
    'merci|merci beaucoup|au revoir|musique|applaudissements',
    'gracias|muchas gracias|música|aplausos',
    'grazie|grazie a tutti|musica|applausi',
    'obrigado|obrigada|muito obrigado|tchau|música|aplausos',
    'ありがとうございました|ありがとうございます|おやすみなさい|音楽|拍手',
    '감사합니다|고맙습니다|음악|박수',
    '谢谢|谢谢大家|謝謝|謝謝大家|音乐|音樂|掌声|掌聲',
    'спасибо|музыка|аплодисменты',
  ].flatMap((phrases) => phrases.split('|')),
)

/**
 * Credits, thanks and requests of films, broadcasts and channels, each as a whole text, folded. Nobody says these to an
 * assistant, whichever names they contain.
 */
const CREDITS: readonly RegExp[] = [
  // English
  /^(?:subtitles?|subtitled|captions?|captioned|closed captions?|captioning|transcript|transcription|transcribed|translation|translated)(?: and [a-z]+)?(?: provided| made| created| edited| performed)? (?:by|provided by|courtesy of) .{1,80}$/,
  /^(?:thanks?|thank you)(?: you)?(?: all| everyone| guys)?(?: so much| very much)? for (?:watching|viewing|listening|your viewing)(?: (?:this|the|my|our) (?:video|channel|show|episode|film|stream))?(?: (?:and )?(?:please|see you|don't forget|have a|i'll see|until|subscribe).{0,50})?$/,
  /^(?:please )?(?:don't forget to )?(?:like(?:,| and)? )?(?:share and )?subscribe(?: to (?:my|our|the|this) channel)?(?: for more.{0,30})?$/,
  /^(?:i'll |we'll )?see you (?:guys )?(?:in the next|next) (?:video|time|one|episode)$/,
  /^(?:copyright|©) ?(?:\w+ ){0,4}\d{4}$/,
  // German
  /^(?:live )?untertitel(?:ung)? (?:im auftrag (?:des|der|von)|der amara|von|des|by|bereitgestellt von|erstellt von|stephanie geiges|ard text|zdf) ?.{0,60}$/,
  /^(?:ard|zdf|swr|wdr|ndr|br|mdr|hr|rbb|orf|srf|funk)(?: (?:text|untertitel|im auftrag von|im auftrag des|für))*(?: (?:ard|zdf|swr|wdr|ndr|br|funk))* (?:19|20)\d\d$/,
  /^(?:vielen dank|danke)(?: schön)? (?:fürs|für das|für ihr|für dein|für euer) (?:zuschauen|zusehen|zuhören|anschauen)$/,
  /^das war's für heute(?: bis zum nächsten mal)?$/,
  // French
  /^sous titr(?:es?|age|é|ée|és)(?: (?:réalisés?|faits?|créés?|proposés?|fournis?))?(?: (?:par|st|société|de|fr|sdi|la|amara)) ?.{0,70}$/,
  /^merci (?:d'avoir|de) (?:regardé|regarder|visionné|écouté|suivi)(?: (?:cette|la|ma|notre) (?:vidéo|émission|chaîne))?(?: .{0,40})?$/,
  /^(?:n'oubliez pas de vous )?abonn(?:ez vous|er)(?: à (?:la|ma|notre) chaîne)?$/,
  // Italian
  /^sottotitoli(?: e revisione| e traduzione| creati| realizzati)*(?: a cura di| di| dalla?| da| by| dalla comunità) .{1,60}$/,
  /^grazie (?:per|di) (?:aver guardato|la visione|aver visto|l'attenzione|avere guardato|l'ascolto)(?: .{0,40})?$/,
  /^iscriv(?:iti|etevi) al (?:mio |nostro )?canale$/,
  // Spanish
  /^subt[ií]tul(?:os|ado|ados)(?: (?:realizados?|creados?|hechos?|proporcionados?))?(?: (?:por|de)(?: la comunidad)?) .{1,60}$/,
  /^(?:muchas )?gracias por (?:ver|mirar|su atención|ver el v[ií]deo|escuchar|su visita)(?: .{0,40})?$/,
  /^(?:no olvid\w+ )?suscr[ií]b\w*(?: (?:a mi|al|a nuestro) canal)?$/,
  // Portuguese
  /^(?:legendas?|transcrição e legendas|tradução e legendas|legendado|legendagem)(?: (?:pela|por|da|de|do|feitas? por)) .{1,60}$/,
  /^(?:muito )?obrigad[oa] (?:por|pela) (?:assistir|ter assistido|sua atenção|audiência|visualização|assistirem)(?: .{0,40})?$/,
  /^(?:se )?inscrev\w+(?: se)? no (?:meu |nosso )?canal$/,
  // Japanese
  /^(?:最後まで|本日も|今日も)?ご(?:視聴|清聴|覧)(?:いただき|頂き|くださり)?(?:まして)?(?:誠に|本当に)? ?ありがとうございま(?:した|す)$/,
  /^(?:高評価と?|グッドボタンと?)?チャンネル登録(?:と高評価)?(?:を|も)? ?(?:よろしく|宜しく)?(?:お願い|おねがい)(?:いた|致)?します$/,
  /^(?:次回(?:の動画)?(?:も|を)?(?:お楽しみに|お会いしましょう)|また(?:次回|次の動画で)お会いしましょう)$/,
  /^(?:日本語)?字幕(?:翻訳|作成|制作|提供| ?by)(?:者|は|by)? ?.{1,30}$/,
  // Korean
  /^(?:mbc|kbs|sbs|ytn|jtbc|tbc|채널a|연합뉴스) ?(?:뉴스|뉴스데스크)?(?: \S{2,5}(?:입니다|이었습니다|였습니다|기자))?(?: 기자입니다)?$/,
  /^(?:(?:오늘도|끝까지|영상|지금까지) )*(?:시청|구독|청취)해? ?주셔서 ?(?:대단히 |정말 )?(?:감사합니다|고맙습니다)$/,
  /^(?:구독과? ?(?:좋아요|알림).{0,20}|다음 (?:영상|시간)에(?:서)? (?:만나요|뵙겠습니다))$/,
  /^(?:한글|한국어)? ?자막 ?(?:제공|제작|by)(?:은|는|자)? ?.{1,30}$/,
  // Chinese, simplified and traditional
  /^(?:中文|简体|繁體|中英)?字幕(?: ?by ?|由|志愿者|志願者|组|組|制作|製作|提供|翻译|翻譯|校对|後期).{0,40}$/,
  /^(?:谢谢|謝謝|感谢|感謝|多谢|多謝)(?:大家|您|你们|各位)?(?:的)?(?:观看|觀看|收看|收听|收聽|欣赏|欣賞)(?:.{0,12})$/,
  /^(?:请不吝|請不吝).{0,40}$/,
  /^(?:明镜|明鏡)(?:与点点|與點點|需要您|电视).{0,30}$/,
  /^(?:优优独播剧场|優優獨播劇場|優優獨播).{0,60}$/,
  /^(?:点赞|點讚|訂閱|订阅)(?:[ ,]?(?:点赞|點讚|订阅|訂閱|转发|轉發|打赏|打賞|支持|频道|頻道)){1,8}$/,
  /^(?:作)?词(?:曲)? ?李宗盛(?: .{0,20})?$/,
  // Other languages
  /^(?:субтитры (?:сделал|создавал|создал|делал|подогнал|подготовил|и|от|предоставил|выполнил|by).{0,60}|редактор субтитров.{0,80}|продолжение следует|спасибо за (?:просмотр|внимание)|dimatorzok)$/,
  /^(?:ondertitel(?:s|ing)|napisy|altyazı|undertexter|textning|tekstet|titulky|felirat|legende|phụ đề|subtitrarea?)(?: .{1,60})$/,
  /^(?:hãy subscribe cho kênh .{1,60}|ترجمة نانسي قن?قر|اشتركوا في القناة|teksting av .{1,40}|www .{1,30} (?:com|org|net))$/,
  /^.{0,40}(?:amara ?org|amara org|opensubtitles ?org|castingwords|otter ai|mooji org|索兰娅|索蘭婭).{0,30}$/,
]

/** "Ha ha ha", as transcribers write laughter. */
const LAUGHTER =
  /^(?:(?:(?:a|b|mua)?(?:ha|he|hi|ho|hah|heh)+h?|lol|haha+|ahaha+|j[aei](?:j[aei])+)(?: |$))+$|^[あアわワ]?[はハへヘふフ]{2,}[っッ]?$|^(?:하|허|흐|ㅋ|ㅎ){2,}$|^[哈呵嘿]{2,}$/u

/** Longer texts are no credits. */
const MAX_CREDIT_LENGTH = 160

/** Returns whether a text is nothing but the credits, thanks or requests of a film, a broadcast or a channel. */
export function isSubtitleCredit(text: string): boolean {
  return isEach(text, (folded) => CREDITS.some((credit) => credit.test(folded)))
}

/** Returns whether words during a voice are no speech to it: laughter, or what transcribers invent for noise. */
export function isInvented(text: string): boolean {
  const folded = fold(text)
  return folded === '' || LAUGHTER.test(folded) || isPhrase(folded) || isSubtitleCredit(text)
}

const isPhrase = (folded: string) => PHRASES.has(folded)

/** Credits are asked as a whole first, because their names contain full stops; then sentence by sentence. */
function isEach(text: string, isSo: (folded: string) => boolean): boolean {
  const folded = fold(text)
  if (folded === '' || folded.length > MAX_CREDIT_LENGTH) return false
  if (isSo(folded)) return true
  const sentences = text
    .split(/[.!?。！？\n♪]+/u)
    .map(fold)
    .filter((sentence) => sentence !== '')
  return sentences.length > 1 && sentences.every(isSo)
}

/** Letters that people say in a second at most, in scripts with and without spaces. */
const LETTERS_PER_SECOND = 20
const SIGNS_PER_SECOND = 10
/** Speech that short is a click or a breath, in seconds. */
const SHORT_SPEECH_SECONDS = 0.3
/** Detectors leave out the soft ends of words. */
const SHARE_DETECTED = 0.6

/**
 * Returns whether the words of a recording were invented: they are what transcribers return for silence, and the
 * recording has too little speech for them.
 *
 * @param speechSeconds detected speech; undefined if unknown: then only credits count, which nobody says
 */
export function isInventedForSilence(text: string, speechSeconds: number | undefined): boolean {
  const isCredit = isSubtitleCredit(text)
  if (speechSeconds === undefined) return isCredit
  if (!isCredit && !isEach(text, isPhrase)) return false
  return speechSeconds < Math.max(SHORT_SPEECH_SECONDS, secondsToSay(text) * SHARE_DETECTED)
}

function secondsToSay(text: string): number {
  const signs =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  return signs / SIGNS_PER_SECOND + (letters - signs) / LETTERS_PER_SECOND
}
