import { openDecodedPlayer } from './decoded-player.ts'
import type { PcmPlayer, PlayerOptions } from './pcm-player.ts'
import { openRingPlayer } from './ring-player.ts'

/** The player that this browser can have. */
export async function openPlayer(context: AudioContext, options: PlayerOptions): Promise<PcmPlayer> {
  // Not there in older browsers, nor on pages that were not loaded securely.
  if (typeof AudioWorkletNode === 'undefined') return openDecodedPlayer(context, options)
  try {
    return await openRingPlayer(context, options)
  } catch {
    return openDecodedPlayer(context, options)
  }
}
