import { useEffect, useState, type ReactNode } from 'react'
import { Presence } from '#features/presence/index.ts'
import { PresenceController } from '#presence/index.ts'
import { useRuntime } from '../runtime-context.ts'
import styles from './still-water.module.css'

/** From the top of the picture to the water, and how far the membrane may rise; CSS pixels. */
const WATER_LINE = 120
const ROOM = 84

interface StillWaterProps {
  /** `error` for what is not there, `idle` for what went well */
  readonly state: 'idle' | 'error'
  /** a page with little on it */
  readonly children: ReactNode
}

/** A short page over the presence, which is of one state whatever the voice does. */
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
