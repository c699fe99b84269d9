import { lazyWithRetry } from '#lib/async/lazy-with-retry.ts'

export const LazyMessageAttachments = lazyWithRetry(
  async () => (await import('./message-attachments.tsx')).MessageAttachments,
)
