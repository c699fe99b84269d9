import { useEffect, useState, type ReactNode } from 'react'
import { Presence } from '#features/voice/presence/index.ts'
import { PresenceController } from '#presence/index.ts'
import { useRuntime } from '../runtime-context.ts'
import styles from './still-water.module.css'

/** Distance from the top of the picture to the water, and maximum rise of the membrane; CSS pixels. */
const WATER_LINE = 120
const ROOM = 84

interface StillWaterProps {
  /** `error` for a missing page, `idle` for success */
  readonly state: 'idle' | 'error'
  /** a page with little content */
  readonly children: ReactNode
}

/** A short page over the presence, whose state is fixed and independent of the voice. */
export function PresenceBackdrop({ state, children }: StillWaterProps) {
  const { presence, session } = useRuntime()
  const [own] = useState(() => new PresenceController({ ...presence.start, state, isLoading: false }))
  useEffect(
    () =>
      presence.attach((command) => {
        if (command.type === 'profile' || command.type === 'preferences') own.tell(command)
      }),
    [presence, own],
  )
  return (
    <div className={styles['shore']}>
      {children}
      <div className={styles['water']}>
        <Presence controller={own} levels={session.levels} waterLine={WATER_LINE} room={ROOM} />
      </div>
    </div>
  )
}
