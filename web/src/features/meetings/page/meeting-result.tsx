import type { Meeting } from '@vee/contract/entities/meeting'
import { useState, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { Tabs } from '#ui/controls/tabs.tsx'
import type { MeetingRepository } from '../repositories/meeting-repository.ts'
import type { ServerSound } from '../repositories/server-sound.ts'
import styles from '../meetings.module.css'
import { ActionItems } from './action-items.tsx'
import { Marks } from './marks.tsx'
import { MinutesView } from './minutes-view.tsx'
import { SummaryPart } from './summary-part.tsx'
import { TranscriptView } from './transcript-view.tsx'
import type { EditedMeeting } from './use-meeting.ts'
import type { WantedPosition } from './wanted-place.ts'

const RESULT_TABS = ['summary', 'tasks', 'transcript'] as const
type ResultTab = (typeof RESULT_TABS)[number]

interface ResultOptions {
  /** second of the recording whose line is shown first */
  readonly wantedSecond: number | undefined
  /** it is played from that second */
  readonly playsWanted: boolean
}

/** The displayed part of a meeting's result, and the position of its transcript. */
export function useShownResult(meeting: Meeting, { wantedSecond, playsWanted }: ResultOptions) {
  const [wantedPosition, setWantedPosition] = useState<WantedPosition | undefined>(() =>
    wantedSecond === undefined ? undefined : { seconds: wantedSecond, plays: playsWanted },
  )
  const [tab, setTab] = useState<ResultTab>(() =>
    meeting.minutes && wantedSecond === undefined ? 'summary' : 'transcript',
  )
  const show = (seconds: number) => {
    setTab('transcript')
    setWantedPosition({ seconds })
  }
  return { tab, setTab, wantedPosition, show }
}

interface MeetingResultProps {
  readonly edited: EditedMeeting
  readonly shown: ReturnType<typeof useShownResult>
  readonly repository: MeetingRepository
  readonly indexedStore: IndexedStore
  /** for members */
  readonly sound: ServerSound | undefined
}

/** The summary, the action items and the transcript. */
export function MeetingResult({ edited, shown, repository, indexedStore, sound }: MeetingResultProps) {
  const { meeting, change, showSaved, save } = edited
  const { tab, setTab, wantedPosition, show } = shown
  const openItems = meeting.actionItems.filter(({ done }) => !done).length
  return (
    <ResultTabs tab={tab} openItems={openItems} onSelect={setTab}>
      {{
        summary: (
          <SummaryPart meeting={meeting} repository={repository} onWritten={showSaved} onBefore={save}>
            <MinutesView meeting={meeting} onChange={change} onShow={show} />
          </SummaryPart>
        ),
        tasks: (
          <ActionItems
            items={meeting.actionItems}
            onChange={(actionItemChanges) => change({ actionItemChanges })}
            onShow={show}
          />
        ),
        transcript: (
          <>
            <Marks meeting={meeting} onChange={change} onShow={show} />
            <TranscriptView
              meeting={meeting}
              indexedStore={indexedStore}
              sound={meeting.sharedBy ? undefined : sound}
              wantedPosition={wantedPosition}
              onChange={change}
            />
          </>
        ),
      }}
    </ResultTabs>
  )
}

interface ResultTabsProps {
  readonly tab: ResultTab
  readonly openItems: number
  readonly onSelect: (tab: ResultTab) => void
  readonly children: Readonly<Record<ResultTab, ReactNode>>
}

/** What a meeting became, a part at a time. Hidden parts continue: a summary is written, a recording is played. */
function ResultTabs({ tab, openItems, onSelect, children }: ResultTabsProps) {
  const t = useTexts('meetings')
  const labels = {
    summary: t('summary'),
    tasks: openItems > 0 ? `${t('tasks')} (${openItems})` : t('tasks'),
    transcript: t('transcript'),
  }
  return (
    <Tabs
      label={t('result')}
      tabs={RESULT_TABS.map((id) => ({ id, label: labels[id] }))}
      selected={tab}
      onSelect={onSelect}
    >
      {RESULT_TABS.map((id) => (
        <div key={id} hidden={id !== tab} className={styles['part']}>
          {children[id]}
        </div>
      ))}
    </Tabs>
  )
}
