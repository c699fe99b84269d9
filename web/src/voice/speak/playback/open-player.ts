import { openDecodedPlayer } from './decoded-player.ts'
import type { PcmPlayer, PlayerOptions } from './pcm-player.ts'
import { openRingPlayer } from './ring-player.ts'

/** Returns the best player for this browser. */
export async function openPlayer(context: AudioContext, options: PlayerOptions): Promise<PcmPlayer> {
  // Missing in older browsers and in insecure contexts.
  if (typeof AudioWorkletNode === 'undefined') return openDecodedPlayer(context, options)
  try {
    return await openRingPlayer(context, options)
  } catch {
    return openDecodedPlayer(context, options)
  }
}
