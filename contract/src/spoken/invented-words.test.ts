import { describe, expect, it } from 'vitest'
import { isInvented, isInventedForSilence, isSubtitleCredit } from './invented-words.ts'

const CREDITS = [
  'Subtitles by the Amara.org community',
  'Thanks for watching!',
  'Thank you so much for watching, see you in the next video.',
  'Transcription by CastingWords',
  'Please subscribe to my channel.',
  'Untertitel im Auftrag des ZDF für funk, 2017',
  'Untertitelung des ZDF, 2020',
  'Untertitel der Amara.org-Community',
  'Copyright WDR 2021',
  'SWR 2020',
  'Vielen Dank fürs Zuschauen.',
  "Sous-titres réalisés par la communauté d'Amara.org",
  'Sous-titrage ST’ 501',
  'Sous-titrage Société Radio-Canada',
  "Merci d'avoir regardé cette vidéo !",
  'Sottotitoli e revisione a cura di QTSS',
  'Sottotitoli creati dalla comunità Amara.org',
  'Grazie per aver guardato il video.',
  'Subtítulos realizados por la comunidad de Amara.org',
  '¡Gracias por ver el video!',
  'Legendas pela comunidade Amara.org',
  'Obrigado por assistir!',
  'ご視聴ありがとうございました',
  '最後までご視聴いただきありがとうございました。',
  'チャンネル登録をお願いいたします',
  'MBC 뉴스 이덕영입니다.',
  '시청해주셔서 감사합니다.',
  '구독과 좋아요 부탁드립니다',
  '字幕by索兰娅',
  '字幕由Amara.org社区提供',
  '请不吝点赞 订阅 转发 打赏支持明镜与点点栏目',
  '中文字幕志愿者 杨茜茜',
  '謝謝觀看',
  '優優獨播劇場——YoYo Television Series Exclusive',
  'Субтитры сделал DimaTorzok',
  'Редактор субтитров А.Синецкая Корректор А.Егорова',
  'Ondertiteling ingediend door de Amara.org gemeenschap',
]

const SENTENCES = [
  'Thank you, and what about Tuesday?',
  'Thanks for watching the children on Friday, can you do Monday too?',
  'Untertitel im Video fehlen, kannst du sie ergänzen?',
  'Who made the subtitles?',
  'Subscribe me to the newsletter of the library.',
  'Merci de regarder mon texte et de le corriger ligne par ligne avant demain matin.',
  '字幕が出ません',
  '자막을 켜 줘',
  '请打开字幕',
  'MBC 뉴스에서 뭐라고 했어?',
  'He has it.',
  'Have you heard it?',
  'Hi there',
  'ははにきく',
  '哈尔滨在哪里？',
  'hello',
]

describe('what transcribers invent', () => {
  it.each(CREDITS)('is a credit: %s', (text) => {
    expect(isSubtitleCredit(text)).toBe(true)
    expect(isInvented(text)).toBe(true)
    expect(isInventedForSilence(text, 0)).toBe(true)
    expect(isInventedForSilence(text, undefined)).toBe(true)
  })

  it.each(['Thank you.', '♪', '[Music]', 'Vielen Dank.', '谢谢', ''])('interrupts nothing: %s', (text) =>
    expect(isInvented(text)).toBe(true),
  )

  it.each(['Thank you.', 'Thank you. Thank you. Thank you.', 'Danke.', '감사합니다'])(
    'is kept if it may have been said: %s',
    (text) => {
      expect(isInventedForSilence(text, 0.1)).toBe(true)
      expect(isInventedForSilence(text, 2)).toBe(false)
      expect(isInventedForSilence(text, undefined)).toBe(false)
    },
  )

  it('is kept with as much speech as it takes', () => {
    expect(isInventedForSilence('Untertitel im Auftrag des ZDF, 2017', 3)).toBe(false)
  })

  it.each(['Ha ha ha.', 'Hahaha!', 'Heh heh.', 'Jajaja.', 'ハハハ', 'ふふっ', 'ㅋㅋㅋ', '하하하', '哈哈哈'])(
    'is laughter: %s',
    (text) => expect(isInvented(text)).toBe(true),
  )

  it.each(SENTENCES)('is no sentence: %s', (text) => {
    expect(isInvented(text)).toBe(false)
    expect(isInventedForSilence(text, 0)).toBe(false)
  })
})
