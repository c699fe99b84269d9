/**
 * Returns `text` without trailing characters that match `trimmed`, a class of single characters. Linear,
 * unlike a pattern such as `/[.,]+$/`, which is retried at each character of every run.
 */
export function trimEndOf(text: string, trimmed: RegExp): string {
  let end = text.length
  while (end > 0 && trimmed.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
