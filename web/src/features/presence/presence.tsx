import { useEffect, useRef } from 'react'
import {
  mountPresence,
  visualVariables,
  type MountedPresence,
  type PainterChoice,
  type PresenceController,
  type SoundLevels,
} from '#presence/index.ts'
import styles from './presence.module.css'

interface PresenceProps {
  /** who is told what the presence does; its owner is the app */
  readonly controller: PresenceController
  readonly levels: SoundLevels
  /** CSS pixels from the top of the canvas to the water */
  readonly waterLine: number
  /** the most that the membrane may rise, in CSS pixels, so that it stays clear of what stands above it */
  readonly room: number
  readonly painter?: PainterChoice
}

/**
 * The one thing that is alive: lies behind the band and the dock and fills its positioned parent. It says nothing that
 * is not also said in words, so it is hidden from assistive technology.
 */
export function Presence({ controller, levels, waterLine, room, painter = 'auto' }: PresenceProps) {
  const host = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedPresence>(undefined)
  const placement = useRef({ waterLine, room })

  useEffect(() => {
    if (!host.current) return
    const presence = mountPresence(host.current, controller, levels, placement.current, painter)
    mounted.current = presence
    return () => {
      mounted.current = undefined
      presence.dispose()
    }
  }, [controller, levels, painter])

  useEffect(() => {
    placement.current = { waterLine, room }
    mounted.current?.place(placement.current)
  }, [waterLine, room])

  useEffect(() => {
    // Here and not on the root: from there each change would ask for new styles of the whole page, in the middle of a turn.
    const style = host.current?.style
    if (!style) return undefined
    const follow = () => {
      for (const [name, value] of Object.entries(visualVariables(controller.target.values))) {
        style.setProperty(name, value)
      }
    }
    follow()
    return controller.attach(follow)
  }, [controller])

  return <div ref={host} className={styles['stage']} aria-hidden="true" />
}
