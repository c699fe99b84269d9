import { THEME_IDS } from '@vee/contract/entities/theme'
import { useState } from 'react'
import { browserPage, THEMES } from '#themes/index.ts'
import { Switch } from '#ui/controls/choice.tsx'
import { Select } from '#ui/controls/select.tsx'
import { ControlSection } from './controls.tsx'
import { FieldSection } from './fields.tsx'
import styles from './gallery.module.css'
import { NoticeSection } from './notices.tsx'
import { PaneSection } from './panes.tsx'
import { PresenceSection } from './presences.tsx'
import { StructureSection } from './structures.tsx'

const page = browserPage()
const query = new URLSearchParams(location.search)

/** Renders every primitive in every state. `?theme=<id>` shows one theme, `?all` all six in frames. */
export function Gallery() {
  return query.has('all') ? <AllThemes /> : <OneTheme />
}

function AllThemes() {
  return (
    <main className={styles['frames']}>
      {THEME_IDS.map((id) => (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- this page itself, in another theme
        <iframe key={id} src={`?theme=${id}`} title={THEMES[id].name} />
      ))}
    </main>
  )
}

function setAttribute(name: string, value: string): void {
  document.documentElement.dataset[name] = value
}

function OneTheme() {
  const [theme, setTheme] = useState<string>(() => {
    const wanted = THEME_IDS.find((id) => id === query.get('theme')) ?? 'sakura-sunset'
    page.show(THEMES[wanted])
    return wanted
  })
  const [isStill, setStill] = useState(false)
  const [isContrasty, setContrasty] = useState(false)

  function chooseTheme(id: string): void {
    const themeId = THEME_IDS.find((option) => option === id)
    if (!themeId) return
    page.show(THEMES[themeId])
    setTheme(themeId)
  }

  return (
    <main className={styles['page']}>
      <header className={styles['head']}>
        <h1>Gallery</h1>
        <div className={styles['tools']}>
          <Select
            label="Theme"
            value={theme}
            options={THEME_IDS.map((id) => ({ value: id, label: THEMES[id].name }))}
            onChange={chooseTheme}
          />
          <Switch
            label="Reduced motion"
            isOn={isStill}
            onChange={(isOn) => {
              setStill(isOn)
              setAttribute('motion', isOn ? 'reduced' : 'full')
            }}
          />
          <Switch
            label="More contrast"
            isOn={isContrasty}
            onChange={(isOn) => {
              setContrasty(isOn)
              setAttribute('contrast', isOn ? 'more' : 'normal')
            }}
          />
        </div>
      </header>
      <PresenceSection theme={theme} isStill={isStill} />
      <ControlSection />
      <FieldSection />
      <NoticeSection />
      <StructureSection />
      <PaneSection />
    </main>
  )
}
