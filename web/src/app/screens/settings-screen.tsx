import type { Locale } from '@vee/contract/entities/locale'

export function SettingsScreen({ locale }: { readonly locale: Locale }) {
  return <h1>{locale}</h1>
}
