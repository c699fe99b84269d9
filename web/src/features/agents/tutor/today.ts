/** Returns YYYY-MM-DD in this browser's time zone. */
export function today(): string {
  const now = new Date()
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  return parts.map((number) => String(number).padStart(2, '0')).join('-')
}
