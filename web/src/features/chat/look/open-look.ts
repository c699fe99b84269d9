import type { LookSource } from '@vee/contract/spoken/look'
import { useLook, type LookFailure } from './look-store.ts'

/** Opens the camera or asks for a screen, and keeps it open until `stopLook`. Returns undefined if it fails; the state says why. */
export async function openLook(source: LookSource): Promise<MediaStream | undefined> {
  stopLook()
  const opening = { kind: 'opening', source } as const
  useLook.setState({ look: opening })
  try {
    const stream = await request(source)
    if (useLook.getState().look !== opening) {
      close(stream)
      return undefined
    }
    for (const track of stream.getTracks()) {
      // The browser's own button ended it, or the camera was disconnected.
      track.addEventListener('ended', () => isOf(stream) && stopLook())
    }
    useLook.setState({ look: { kind: 'on', source, stream } })
    if (source === 'camera') document.addEventListener('visibilitychange', stopWhenHidden)
    return stream
  } catch (error) {
    if (useLook.getState().look === opening)
      useLook.setState({ look: { kind: 'failed', source, reason: failureOf(error, source) } })
    return undefined
  }
}

/** Closes the camera or ends sharing; also dismisses a failure. */
export function stopLook(): void {
  const { look } = useLook.getState()
  document.removeEventListener('visibilitychange', stopWhenHidden)
  useLook.setState({ look: { kind: 'off' }, skipsNext: false })
  if (look.kind === 'on') close(look.stream)
}

/** A camera does not stay open on a page that nobody sees; a shared screen is usually looked at instead of the page. */
function stopWhenHidden(): void {
  if (document.hidden) stopLook()
}

function isOf(stream: MediaStream): boolean {
  const { look } = useLook.getState()
  return look.kind === 'on' && look.stream === stream
}

function close(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** The rear camera of a phone, in the size that models receive at most. */
const CAMERA = { facingMode: { ideal: 'environment' }, width: { ideal: 1_920 }, height: { ideal: 1_080 } }

class PressNeeded extends Error {}

function request(source: LookSource): Promise<MediaStream> {
  // The devices exist on secure pages only.
  if (source === 'camera') return navigator.mediaDevices.getUserMedia({ video: CAMERA })
  if (!navigator.userActivation.isActive) throw new PressNeeded('no press of a button precedes the request')
  return navigator.mediaDevices.getDisplayMedia({ video: true })
}

const FAILURES: Readonly<Record<string, LookFailure>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
  InvalidStateError: 'press',
}

function failureOf(error: unknown, source: LookSource): LookFailure {
  if (error instanceof PressNeeded) return 'press'
  if (!globalThis.isSecureContext) return 'insecure'
  const { mediaDevices } = navigator
  if (source === 'screen' ? !('getDisplayMedia' in mediaDevices) : !('getUserMedia' in mediaDevices))
    return 'unsupported'
  return (error instanceof Error && FAILURES[error.name]) || 'unsupported'
}
