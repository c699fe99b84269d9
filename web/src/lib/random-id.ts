/**
 * Returns 128 random bits as hex. `crypto.randomUUID` is missing on pages without TLS, where Vee is often
 * tried first.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
