import type { Catalogue } from './locales/en/index.ts'
import type { LaterCatalogue } from './locales/en/later.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Catalogue & LaterCatalogue
    returnNull: false
  }
}
