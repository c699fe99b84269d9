import { loadLazyTexts, loadViewTexts } from '#i18n/index.ts'
import { lazyComponent } from '#lib/async/lazy-component.ts'

// Loaded with the first file that is opened.

export const LazyImageViewer = lazyComponent(async () => {
  const [{ ImageViewer }] = await Promise.all([import('./image-viewer.tsx'), loadLazyTexts()])
  return ImageViewer
})
export const LazyDocumentViewer = lazyComponent(async () => {
  const [{ DocumentViewer }] = await Promise.all([
    import('./document-viewer.tsx'),
    loadLazyTexts(),
    loadViewTexts(),
  ])
  return DocumentViewer
})
