import { lazyWithRetry } from '#lib/lazy-with-retry.ts'

export const MessageAttachments = lazyWithRetry(
  async () => (await import('./message-attachments.tsx')).MessageAttachments,
)
