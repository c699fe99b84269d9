import { BookText, Camera, EyeOff, Hourglass, ListChecks, MonitorUp, Stethoscope } from 'lucide-react'
import type { LookSource } from '@vee/contract/spoken/look'
import { useMemo } from 'react'
import type { Composer } from '#features/chat/index.ts'
import { useTexts } from '#i18n/index.ts'
import { canCaptureDisplay } from '#lib/audio/audio-devices.ts'
import { useEyesOff } from '#lib/eyes-off.ts'
import { readToken } from '#lib/http/auth-token.ts'
import type { MenuGroup } from '#ui/controls/menu-button.tsx'
import type { Runtime } from '../../runtime.ts'

/** Returns what the menu of the plus button offers besides files. */
export function useAdditions(
  shell: Runtime['shell'],
  /** absent for agents that take no files */
  composer: Composer | undefined,
  /** asks what is typed in the background */
  onAskLater: () => void,
): readonly MenuGroup[] {
  const t = useTexts('voice')
  return useMemo(
    () => [
      {
        items: [
          ...(composer
            ? [{ id: 'camera', label: t('dock.camera'), icon: Camera, onSelect: () => void look('camera') }]
            : []),
          ...(composer && canCaptureDisplay()
            ? [
                {
                  id: 'screenshot',
                  label: t('dock.screenshot'),
                  icon: MonitorUp,
                  onSelect: () => void attachScreenshot(composer),
                },
                {
                  id: 'share-screen',
                  label: t('dock.shareScreen'),
                  icon: MonitorUp,
                  onSelect: () => void look('screen'),
                },
              ]
            : []),
          // Prompts and replies in the background are stored in an account.
          ...(readToken() === undefined
            ? []
            : [
                {
                  id: 'prompts',
                  label: t('dock.prompts'),
                  icon: BookText,
                  onSelect: () => shell.page.openModal({ id: 'prompts' }),
                },
                {
                  id: 'ask-later',
                  label: t('dock.askLater'),
                  hint: t('dock.askLaterHelp'),
                  icon: Hourglass,
                  onSelect: onAskLater,
                },
              ]),
        ],
      },
      {
        items: [
          {
            id: 'history-preview',
            label: t('dock.received'),
            icon: ListChecks,
            onSelect: () => shell.page.openModal({ id: 'history-preview' }),
          },
        ],
      },
    ],
    [t, shell, composer, onAskLater],
  )
}

/** Returns what the microphone's menu offers besides the modes of talking. */
export function useVoiceTools(shell: Runtime['shell']): readonly MenuGroup[] {
  const t = useTexts('voice')
  return useMemo(
    () => [
      {
        items: [
          {
            id: 'doctor',
            label: t('dock.doctor'),
            icon: Stethoscope,
            onSelect: () => shell.page.openModal({ id: 'voice-doctor' }),
          },
          {
            id: 'eyes-off',
            label: t('dock.eyesOff'),
            hint: t('dock.eyesOffHelp'),
            icon: EyeOff,
            onSelect: () => useEyesOff.setState({ isOn: true }),
          },
        ],
      },
    ],
    [t, shell],
  )
}

/** Opens the camera, or asks which screen to share: each message takes one picture along until the user closes it. */
async function look(source: LookSource): Promise<void> {
  const { openLook } = await import('#features/chat/look/open-look.ts')
  await openLook(source)
}

/** Attaches a picture of a tab, a window or a screen that the user selects. */
async function attachScreenshot(composer: Composer): Promise<void> {
  const { takeScreenshot } = await import('#features/chat/files/take-screenshot.ts')
  const file = await takeScreenshot()
  if (file) composer.attach([file])
  composer.focus()
}
