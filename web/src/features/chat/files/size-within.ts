interface Size {
  readonly width: number
  readonly height: number
}

/** Returns the size of an image that was scaled down to fit into `room`, in whole pixels; never scales up. */
export function sizeWithin({ width, height }: Size, room: Size): Size {
  const scale = Math.min(1, room.width / width, room.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
