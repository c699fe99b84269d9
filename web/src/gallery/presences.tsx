import { useEffect, useState } from 'react'
import { Presence } from '#features/voice/presence/index.ts'
import {
  APP_STATES,
  MOODS,
  PRESENCE_EVENTS,
  PresenceController,
  type AppState,
  type Mood,
  type PresenceEvent,
  type SoundLevels,
} from '#presence/index.ts'
import { THEMES } from '#themes/index.ts'
import { Chip } from '#ui/display/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import styles from './gallery.module.css'
import { GallerySection, Specimen } from './specimen.tsx'

const EVENTS = Object.keys(PRESENCE_EVENTS) as PresenceEvent[]
const query = new URLSearchParams(location.search)
const firstState = APP_STATES.find((state) => state === query.get('state')) ?? 'speaking'
const painter = query.get('painter') === 'webgl2' ? 'webgl2' : 'auto'

/** Returns a level like syllables: bursts at about four per second, with pauses. */
function syllables(): number {
  const seconds = performance.now() / 1000
  return Math.max(0, Math.sin(seconds * 24) * Math.sin(seconds * 1.7)) * 0.8
}
const SPOKEN: SoundLevels = { microphone: syllables, playback: syllables }
const SILENT: SoundLevels = { microphone: () => 0, playback: () => 0 }

const preferences = {
  reducedMotion: false,
  highContrast: false,
  enableParticles: true,
  enableNeuralEffects: true,
}

interface PresenceSectionProps {
  readonly theme: string
  readonly isStill: boolean
}

export function PresenceSection({ theme, isStill }: PresenceSectionProps) {
  const [controller] = useState(() => new PresenceController({ state: firstState }))
  const [state, setState] = useState<AppState>(firstState)
  const [mood, setMood] = useState<Mood>('calm')
  const profile = Object.values(THEMES).find(({ id }) => id === theme)?.profile

  useEffect(() => {
    if (profile) controller.tell({ type: 'profile', profile })
  }, [controller, profile])
  useEffect(() => {
    controller.tell({ type: 'preferences', preferences: { ...preferences, reducedMotion: isStill } })
  }, [controller, isStill])

  return (
    <GallerySection title="The presence">
      <div className={styles['stage']}>
        <Presence controller={controller} levels={SPOKEN} waterLine={150} room={100} painter={painter} />
      </div>
      <Specimen name="State">
        {APP_STATES.map((appState) => (
          <Chip
            key={appState}
            isPressed={appState === state}
            onClick={() => {
              setState(appState)
              controller.tell({ type: 'state', state: appState })
            }}
          >
            {appState}
          </Chip>
        ))}
      </Specimen>
      <Specimen name="Mood">
        {MOODS.map((moodOption) => (
          <Chip
            key={moodOption}
            isPressed={moodOption === mood}
            onClick={() => {
              setMood(moodOption)
              controller.tell({ type: 'mood', mood: moodOption })
            }}
          >
            {moodOption}
          </Chip>
        ))}
      </Specimen>
      <Specimen name="Event">
        {EVENTS.map((event) => (
          <Button key={event} size="compact" onClick={() => controller.tell({ type: 'event', event })}>
            {event}
          </Button>
        ))}
      </Specimen>
      <Specimen name="Still pictures, as with reduced motion">
        <div className={styles['columns']}>
          {APP_STATES.map((appState) => (
            <StillPicture key={appState} state={appState} />
          ))}
        </div>
      </Specimen>
    </GallerySection>
  )
}

function StillPicture({ state }: { readonly state: AppState }) {
  const [controller] = useState(
    () => new PresenceController({ state, preferences: { ...preferences, reducedMotion: true } }),
  )
  return (
    <figure>
      <div className={styles['small']}>
        <Presence controller={controller} levels={SILENT} waterLine={75} room={60} painter={painter} />
      </div>
      <figcaption className={styles['name']}>{state}</figcaption>
    </figure>
  )
}
