import { SetUp } from '#features/system/setup/set-up.tsx'
import { useTexts } from '#i18n/index.ts'
import pageStyles from '../../screens/page.module.css'
import { useRuntime } from '../../runtime-context.ts'
import { Link } from '../link.tsx'
import type { ModalProps } from './modal-props.ts'

export function SetUpModal({ locale, dialogOptions }: ModalProps) {
  const t = useTexts('host')
  const { api } = useRuntime()
  const close = () => dialogOptions.onClose()
  return (
    <SetUp
      api={api}
      dialogOptions={dialogOptions}
      openLink={
        <Link to={`/${locale}/host#setup`} className={pageStyles['action']} onClick={close}>
          {t('setUp.open')}
        </Link>
      }
      accountLinks={
        <Link to={`/${locale}/register`} className={pageStyles['action']} onClick={close}>
          {t('setUp.create')}
        </Link>
      }
    />
  )
}
