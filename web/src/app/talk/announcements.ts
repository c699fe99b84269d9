import { textsNow } from '#i18n/index.ts'
import type { Announcements } from '#voice/speak/index.ts'

/** What is said in place of what is only shown. */
export function announcements(): Announcements {
  const t = textsNow('voice')
  return {
    code: t('onScreen.code'),
    table: t('onScreen.table'),
    diagram: t('onScreen.diagram'),
    formula: t('onScreen.formula'),
    image: t('onScreen.image'),
  }
}
