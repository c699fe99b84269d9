import { useTexts } from '#i18n/index.ts'

export function App() {
  const t = useTexts('common')
  return <h1>{t('appName')}</h1>
}
