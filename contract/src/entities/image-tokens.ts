// No zod here: the web client reads these.

/** An image of unknown size counts as a large one. */
const LARGE_IMAGE_TOKENS = 1_600
/** Anthropic's rule, and close to OpenAI's for photographs: a token per 750 pixels, and vendors scale larger images down. */
const PIXELS_PER_TOKEN = 750

/** Returns about how many tokens an image takes, by its size in pixels; 0 or undefined if unknown. */
export function imageTokens({
  width = 0,
  height = 0,
}: {
  width?: number | undefined
  height?: number | undefined
}): number {
  const tokens = Math.ceil((width * height) / PIXELS_PER_TOKEN)
  return tokens === 0 ? LARGE_IMAGE_TOKENS : Math.min(tokens, LARGE_IMAGE_TOKENS)
}
