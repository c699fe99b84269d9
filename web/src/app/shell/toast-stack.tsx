import { useTexts } from '#i18n/index.ts'
import { ToastRegion } from '#ui/feedback/toast-region.tsx'
import { useRuntime } from '../runtime-context.ts'

export function ToastStack() {
  const t = useTexts('shell')
  const { shell } = useRuntime()
  return (
    <ToastRegion
      store={shell.notices.stack}
      words={{
        region: t('toasts.region'),
        dismiss: t('toasts.dismiss'),
        types: {
          success: t('toasts.types.success'),
          error: t('toasts.types.error'),
          warning: t('toasts.types.warning'),
          info: t('toasts.types.info'),
        },
      }}
    />
  )
}
