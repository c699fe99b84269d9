import type { Voice, VoiceWish } from '@vee/contract/entities/voice'
import { chooseVoice, fitOf, hasRegionOf, voiceSpeaks } from './choose-voice.ts'

/** One who speaks in a conversation. */
export interface VoiceSpeaker {
  readonly id: string
  /** said first where another speaker has the same voice */
  readonly name: string
  /** id of the chosen voice; empty: matched to the wish */
  readonly voiceId: string
  readonly wish?: VoiceWish | undefined
  /** the person set the pitch: the wish does not shift it */
  readonly keepsPitch?: boolean
}

/** The voice of one speaker of a conversation. */
export interface SpeakerVoice {
  readonly voice: Voice
  /** shift of its pitch, −2…2 */
  readonly semitones: number
  /** speed, as a factor */
  readonly pace: number
  /** what is said before the speaker's words: the name if another speaker has the same voice, else empty */
  readonly introduction: string
}

/** Shifts that a voice is spoken with by several speakers; a wider one would sound unnatural. */
const SHIFTS = [0, -2, 2, -1, 1, -1.5, 1.5, -0.5, 0.5] as const
const WISHED_SHIFT = { low: -2, middle: 0, high: 2 } as const

/**
 * Returns the voices of the speakers of a conversation, by their ids, for a reply in `language`. Speakers choose in the
 * order in which they joined, so that one who joins later changes no voice. Each gets the chosen voice, else the free one
 * that fits the wish best; where none is free, a voice is shared at another pitch. Empty without voices.
 */
export function castVoices(
  voices: readonly Voice[],
  language: string,
  speakers: readonly VoiceSpeaker[],
): ReadonlyMap<string, SpeakerVoice> {
  const cast = new Map<string, AssignedVoice & { readonly name: string }>()
  for (const speaker of speakers) {
    const assignedVoices = [...cast.values()]
    const voice = cast.has(speaker.id) ? undefined : voiceFor(speaker, { voices, language, assignedVoices })
    if (!voice) continue
    cast.set(speaker.id, {
      name: speaker.name,
      voice,
      semitones: shiftFor(speaker, voice, assignedVoices),
      pace: speaker.wish?.pace ?? 1,
    })
  }
  const speakersByTimbre = Map.groupBy(cast.values(), ({ voice }) => timbreOf(voice))
  return new Map(
    [...cast].map(([id, { name, ...assigned }]) => {
      const sharing = speakersByTimbre.get(timbreOf(assigned.voice))?.length ?? 0
      return [id, { ...assigned, introduction: sharing > 1 ? asSentence(name, language) : '' }]
    }),
  )
}

const asSentence = (name: string, language: string): string =>
  name === '' ? '' : /^(ja|zh)\b/i.test(language) ? `${name}。` : `${name}. `

interface CastVoiceOptions {
  readonly language: string
  readonly speakers: readonly VoiceSpeaker[]
  readonly speakerId: string
}

/** Returns the voice of one speaker; that of a guest if the id is unknown; undefined without voices. */
export function castVoice(
  voices: readonly Voice[],
  { language, speakers, speakerId }: CastVoiceOptions,
): SpeakerVoice | undefined {
  const guest: VoiceSpeaker = { id: speakerId, name: '', voiceId: '' }
  return castVoices(voices, language, [...speakers, guest]).get(speakerId)
}

/** Returns the factor of the frequency for a shift of the pitch. */
export const pitchFactor = (semitones: number): number => 2 ** (semitones / 12)

/** Returns the speed at which speech of a server is played to shift its pitch, in hundredths: a short filter can do it. */
export const playbackSpeed = (semitones: number): number => Math.round(100 * pitchFactor(semitones)) / 100

const SLOWEST = 0.25
const FASTEST = 4

/** Returns the speed to request of a server so that speech has the speed `rate` after its pitch was shifted. */
export function serverSpeed(rate: number, semitones: number): number {
  const speed = Math.round((100 * rate) / playbackSpeed(semitones)) / 100
  return Math.min(FASTEST, Math.max(SLOWEST, speed))
}

type AssignedVoice = Omit<SpeakerVoice, 'introduction'>

interface CastSoFar {
  readonly voices: readonly Voice[]
  readonly language: string
  readonly assignedVoices: readonly AssignedVoice[]
}

function voiceFor(
  { voiceId, wish }: VoiceSpeaker,
  { voices, language, assignedVoices }: CastSoFar,
): Voice | undefined {
  const chosen = voices.find(({ id }) => id === voiceId)
  const speaking = voices.filter((voice) => voiceSpeaks(voice, language))
  // A German reply is not read by an English voice, even if that one was chosen.
  if (chosen && (speaking.length === 0 || speaking.includes(chosen))) return chosen
  const usual = chooseVoice(voices, language)
  const fitting =
    usual && speaking.length > 0 && !speaking.includes(usual) ? chooseVoice(speaking, language) : usual
  if (!fitting) return undefined
  const similar = speaking.filter((voice) => voice !== fitting && isInterchangeable(voice, fitting))
  const usesOf = (voice: Voice) =>
    assignedVoices.filter((assigned) => timbreOf(assigned.voice) === timbreOf(voice)).length
  const sameGenderCount = ({ gender }: Voice) =>
    assignedVoices.filter((assigned) => assigned.voice.gender === gender).length
  return [fitting, ...similar]
    .map((voice) => ({
      voice,
      // In this order: unused, wished, unlike the voices so far, the usual one, of the reply's region.
      rank: [
        usesOf(voice),
        wish ? -fitOf(voice, wish) : 0,
        sameGenderCount(voice),
        voice === fitting ? 0 : 1,
        hasRegionOf(voice, language) ? 0 : 1,
      ],
    }))
    .reduce((best, next) => (isBefore(next.rank, best.rank) ? next : best)).voice
}

/** Returns whether the first difference between two ranks is in favour of `a`. */
function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const index = a.findIndex((value, position) => value !== b[position])
  return index >= 0 && (a[index] ?? 0) < (b[index] ?? 0)
}

/** Another provider may cost money, and Cantonese is no Mandarin, though both are tagged as Chinese. */
const isInterchangeable = (voice: Voice, chosen: Voice): boolean =>
  voice.provider === chosen.provider &&
  voice.quality === chosen.quality &&
  isCantonese(voice) === isCantonese(chosen)

const isCantonese = ({ lang }: Voice): boolean => /^(yue|zh[-_](hant[-_])?(hk|mo))/i.test(lang)

/**
 * Returns what voices with the same sound share. Engines list one voice in several qualities and regions ("Samantha
 * (Enhanced)"), and some name a voice by its language, because they have one sound for all of them.
 */
function timbreOf({ provider, name, lang }: Voice): string {
  const isNamedByLanguage = name.toLowerCase() === lang.toLowerCase()
  const withoutVariant = name.slice(0, (name.indexOf('(') + 1 || name.length + 1) - 1).trim()
  return `${provider} ${isNamedByLanguage ? '' : withoutVariant.toLowerCase() || name}`
}

/** Returns the shift that is farthest from those of the speakers with the same voice, on the side of the wish. */
function shiftFor(
  { wish, voiceId, keepsPitch }: VoiceSpeaker,
  voice: Voice,
  assignedVoices: readonly AssignedVoice[],
): number {
  const wished = WISHED_SHIFT[wish?.pitch ?? 'middle']
  const others = assignedVoices.filter((assigned) => timbreOf(assigned.voice) === timbreOf(voice))
  // Voices of the browser have no gender by which they could fit the wish.
  const isUnfitted = voice.provider === 'browser' && voice.gender === null && voice.id !== voiceId
  if (others.length === 0) return isUnfitted && keepsPitch !== true ? wished : 0
  const distance = (shift: number) => Math.min(...others.map(({ semitones }) => Math.abs(semitones - shift)))
  return (
    SHIFTS.toSorted((a, b) => distance(b) - distance(a) || Math.abs(a - wished) - Math.abs(b - wished))[0] ??
    0
  )
}
