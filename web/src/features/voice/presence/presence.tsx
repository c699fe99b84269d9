import { useEffect, useRef } from 'react'
import {
  mountPresence,
  type MountedPresence,
  type PainterChoice,
  type PresenceController,
  type SoundLevels,
} from '#presence/index.ts'
import styles from './presence.module.css'

interface PresenceProps {
  /** the controller of the presence, owned by the app */
  readonly controller: PresenceController
  readonly levels: SoundLevels
  /** CSS pixels from the top of the canvas to the water */
  readonly waterLine: number
  /** the maximum rise of the membrane in CSS pixels, so that it does not reach the content above it */
  readonly room: number
  /** the theme's role whose colour it takes: that of the agent that speaks; undefined: its own */
  readonly tint?: string | undefined
  readonly painter?: PainterChoice
}

/**
 * The animated picture of the state: behind the band and the dock, in its positioned parent. It duplicates
 * text, so it is hidden from assistive technology.
 */
export function Presence({ controller, levels, waterLine, room, tint, painter = 'auto' }: PresenceProps) {
  const host = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedPresence>(undefined)
  const placement = useRef({ waterLine, room })
  const tintNow = useRef(tint)

  useEffect(() => {
    if (!host.current) return
    const presence = mountPresence(host.current, controller, levels, placement.current, painter)
    mounted.current = presence
    presence.setTint(tintNow.current)
    return () => {
      mounted.current = undefined
      presence.dispose()
    }
  }, [controller, levels, painter])

  useEffect(() => {
    placement.current = { waterLine, room }
    mounted.current?.setPlacement(placement.current)
  }, [waterLine, room])

  useEffect(() => {
    tintNow.current = tint
    mounted.current?.setTint(tint)
  }, [tint])

  return <div ref={host} className={styles['stage']} aria-hidden="true" />
}
