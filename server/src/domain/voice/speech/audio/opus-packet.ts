const SILK_MS = [10, 20, 40, 60]

/** Duration of the shortest Opus packet, in milliseconds. */
export const MIN_PACKET_MS = 2.5

/** Returns the duration of an Opus packet in milliseconds, from its first two bytes (RFC 6716, section 3.1). */
export function packetMilliseconds(toc = 0, second = 0): number {
  const config = toc >> 3
  const frame =
    config < 12
      ? SILK_MS[config & 3]
      : config < 16
        ? 10 * (1 + (config & 1))
        : MIN_PACKET_MS * 2 ** (config & 3)
  const code = toc & 3
  const frames = code === 0 ? 1 : code < 3 ? 2 : second & 63
  return (frame ?? 0) * frames
}
