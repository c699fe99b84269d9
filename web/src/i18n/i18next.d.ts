import type { Catalogue } from './locales/en/index.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Catalogue
    returnNull: false
  }
}
