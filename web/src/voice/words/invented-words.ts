import { fold } from '@vee/contract/spoken/fold'

/**
 * Texts that transcribers are known to return for noise, folded. Nobody says them to interrupt: thanks during a
 * voice is politeness.
 */
const INVENTED = new Set(
  [
    'thank you|thank you very much|thanks|thanks for watching|thank you for watching|you|bye|please subscribe|subtitles by the amara org community|music|applause|silence|blank audio',
    'danke|vielen dank|untertitel der amara org community|untertitel im auftrag des zdf für funk|bis zum nächsten mal|musik|applaus',
    "merci|merci d'avoir regardé|merci d'avoir regardé cette vidéo|sous titres réalisés par la communauté d'amara org|musique",
    'gracias|gracias por ver|gracias por ver el video|gracias por ver el vídeo|subtítulos realizados por la comunidad de amara org|música',
    'grazie|grazie a tutti|grazie per la visione|sottotitoli creati dalla comunità amara org|musica',
    'obrigado|obrigada|obrigado por assistir|legendas pela comunidade amara org',
    'ご視聴ありがとうございました|ありがとうございました|ありがとうございます|ご清聴ありがとうございました|チャンネル登録お願いします|音楽',
    '감사합니다|고맙습니다|시청해 주셔서 감사합니다|구독과 좋아요 부탁드립니다|음악',
    '谢谢|谢谢观看|谢谢大家|感谢观看|请不吝点赞 订阅 转发 打赏支持明镜与点点栏目|字幕由amara org社区提供|音乐',
  ].flatMap((phrases) => phrases.split('|')),
)

/** "Ha ha ha", as transcribers write laughter. */
const LAUGHTER =
  /^(?:(?:(?:a|b|mua)?(?:ha|he|hi|ho|hah|heh)+h?|lol|haha+|ahaha+|j[aei](?:j[aei])+)(?: |$))+$|^[あアわワ]?[はハへヘふフ]{2,}[っッ]?$|^(?:하|허|흐|ㅋ|ㅎ){2,}$|^[哈呵嘿]{2,}$/u

/** Returns whether words during a voice are no speech to it: laughter, or what transcribers invent for noise. */
export function isInvented(text: string): boolean {
  const folded = fold(text)
  return folded === '' || INVENTED.has(folded) || LAUGHTER.test(folded)
}
