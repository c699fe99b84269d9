import type { Meeting, TranscriptLine } from '@vee/contract/entities/meeting'
import type { MeetingChange } from '@vee/contract/meetings/change'
import type { PartChanges } from '@vee/contract/meetings/parts'
import { foldForSearch } from '@vee/contract/text/search-fold'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { Switch } from '#ui/controls/choice.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import { readTranscript } from '../files/read-file.ts'
import type { ServerSound } from '../repositories/server-sound.ts'
import styles from '../meetings.module.css'
import { soundPiecesOf } from '../recording/meeting-sound.ts'
import type { WantedPosition } from './wanted-place.ts'
import { SaveSound } from './save-sound.tsx'
import { Speakers } from './speakers.tsx'
import { TranscriptLineView } from './transcript-line.tsx'
import { soundOf, usePlayback } from './use-playback.ts'

interface TranscriptViewProps {
  readonly meeting: Meeting
  readonly indexedStore: IndexedStore
  readonly sound: ServerSound | undefined
  readonly wantedPosition: WantedPosition | undefined
  readonly onChange: (change: MeetingChange) => void
}

/**
 * The transcript: with times and speakers if it was recorded here, as plain text if it was typed or imported.
 */
export function TranscriptView({
  meeting,
  indexedStore,
  sound,
  wantedPosition,
  onChange,
}: TranscriptViewProps) {
  const t = useTexts('meetings')
  const { transcriptLines, transcript } = meeting

  /** Pasted subtitles keep their times. */
  function paste(event: React.ClipboardEvent): void {
    const read = transcript === '' ? readTranscript(event.clipboardData.getData('text')) : undefined
    if (!read || read.transcriptLines.length === 0) return
    event.preventDefault()
    onChange({ transcriptLines: read.transcriptLines })
  }

  return (
    <section className={styles['section']} aria-label={t('transcript')}>
      {transcriptLines.length === 0 ? (
        <TextArea
          label={t('transcript')}
          hint={t('transcriptHint')}
          rows={8}
          dir="auto"
          value={transcript}
          onPaste={paste}
          onChange={(event) => onChange({ transcript: event.target.value })}
        />
      ) : (
        <Lines
          meeting={meeting}
          indexedStore={indexedStore}
          sound={sound}
          wantedPosition={wantedPosition}
          onChange={onChange}
        />
      )}
    </section>
  )
}

function Lines({ meeting, indexedStore, sound, wantedPosition, onChange }: TranscriptViewProps) {
  const t = useTexts('meetings')
  const { transcriptLines: lines } = meeting
  const [edited, setEdited] = useState<string | undefined>()
  const [wanted, setWanted] = useState('')
  const [follows, setFollows] = useState(true)
  const find = useMemo(() => soundOf(indexedStore, meeting.id, sound), [indexedStore, meeting.id, sound])
  const { playing, play, stop } = usePlayback(find, lines)
  const hasSound = useHasSound(meeting, indexedStore, sound)
  const playingId = playing && 'lineId' in playing ? playing.lineId : undefined
  const list = useShownLine(lines, { wantedPosition, playingId, follows, play })

  const change = (changes: PartChanges<TranscriptLine>) => onChange({ lines: changes })
  const matches = lines.filter(
    ({ text, speaker }) =>
      wanted === '' || foldForSearch(`${speaker ?? ''} ${text}`).includes(foldForSearch(wanted)),
  )
  const markedId =
    playingId ?? (wantedPosition && lines.findLast(({ start }) => start <= wantedPosition.seconds + 0.01)?.id)

  return (
    <>
      <div className={styles['fields']}>
        <TextField
          label={t('findInside')}
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <Switch label={t('follow')} isOn={follows} onChange={setFollows} />
      </div>
      <Speakers lines={lines} names={meeting.participants} onChange={change} />
      {wanted !== '' && (
        <output className={styles['note']}>{t('foundInside', { count: matches.length })}</output>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area has to be reachable by key */}
      <ol ref={list} className={styles['transcript']} tabIndex={0} aria-label={t('transcript')}>
        {matches.map((line) => (
          <TranscriptLineView
            key={line.id}
            line={line}
            isMarked={line.id === markedId}
            isPlaying={line.id === playingId}
            hasSound={hasSound}
            isSilent={playing !== undefined && 'missing' in playing && playing.missing === line.id}
            isEdited={line.id === edited}
            onPlay={() => void play(line)}
            onStop={stop}
            onEdit={setEdited}
            onChange={change}
          />
        ))}
      </ol>
      {hasSound && <SaveSound meeting={meeting} indexedStore={indexedStore} sound={sound} />}
    </>
  )
}

interface ShownLineOptions extends Pick<TranscriptViewProps, 'wantedPosition'> {
  readonly playingId: string | undefined
  /** the line that is played or spoken stays in view */
  readonly follows: boolean
  readonly play: (line: TranscriptLine) => Promise<void>
}

/** Scrolls a list to the wanted line, to the one that is played, and to the newest. Returns its reference. */
function useShownLine(
  lines: readonly TranscriptLine[],
  { wantedPosition, playingId, follows, play }: ShownLineOptions,
) {
  const list = useRef<HTMLOListElement>(null)
  const lastId = lines.at(-1)?.id

  useEffect(() => {
    if (!wantedPosition) return
    const shown = lines.findLast(({ start }) => start <= wantedPosition.seconds + 0.01) ?? lines[0]
    if (shown) scrollTo(list.current, shown.id, 'center')
    if (shown && wantedPosition.plays) void play(shown)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- lines that come meanwhile move nobody from where they asked to be
  }, [wantedPosition])
  useEffect(() => {
    if (follows && playingId !== undefined) scrollTo(list.current, playingId, 'nearest')
  }, [follows, playingId])
  useEffect(() => {
    if (follows && lastId !== undefined) scrollTo(list.current, lastId, 'nearest', true)
  }, [follows, lastId])
  return list
}

/** Returns whether there is audio: not for imported text, nor for a colleague's recording. */
function useHasSound(
  { id, sharedBy, transcriptLines }: Meeting,
  indexedStore: IndexedStore,
  sound: ServerSound | undefined,
): boolean {
  const [hasSound, setHasSound] = useState(false)
  const isOwn = sharedBy === undefined
  const { length } = transcriptLines
  useEffect(() => {
    let isWanted = true
    if (isOwn && !hasSound && length > 0) {
      soundPiecesOf(id, indexedStore, sound).then(
        (pieces) => isWanted && setHasSound(pieces.length > 0),
        () => {},
      )
    }
    return () => {
      isWanted = false
    }
  }, [id, isOwn, hasSound, length, indexedStore, sound])
  return hasSound
}

/** Scrolls only the list, not the page. With `isNew`, only if it was scrolled to the end. */
function scrollTo(
  list: HTMLOListElement | null,
  lineId: string,
  block: 'center' | 'nearest',
  isNew = false,
): void {
  const element = list?.querySelector<HTMLElement>(`[data-line="${CSS.escape(lineId)}"]`)
  if (!list || !element) return
  if (block === 'center') return element.scrollIntoView({ block })
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < element.clientHeight * 2
  if (isNew && !isAtEnd) return
  const top = element.offsetTop - list.offsetTop
  if (top < list.scrollTop) list.scrollTop = top
  else if (top + element.clientHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top + element.clientHeight - list.clientHeight
  }
}
