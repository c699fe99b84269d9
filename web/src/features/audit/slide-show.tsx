import { ChevronLeft, ChevronRight, CircleStop, Download, Volume2 } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { AgentViewProps } from '#lib/agent-view.ts'
import { downloadText } from '#lib/files/download-text.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Table } from '#ui/display/table.tsx'
import { asMarkdown, spokenOf, type Audit } from './audit.ts'
import styles from './audit.module.css'

interface SlideShowProps extends Pick<AgentViewProps, 'talk' | 'Markdown'> {
  readonly audit: Audit
}

/**
 * Shows one slide at a time, with keys or buttons, and reads it aloud on request; the next slide is then read
 * as well.
 */
export function SlideShow({ audit, talk, Markdown }: SlideShowProps) {
  const t = useTexts('audit')
  const [index, setIndex] = useState(0)
  const { slides, approaches } = audit
  const slide = slides[Math.min(index, slides.length - 1)]
  if (!slide) return null
  const nameOf = (slideIndex: number) => `${audit.id}-${slideIndex}`
  const isSaying = talk.saying?.startsWith(`${audit.id}-`) === true
  const count = slides.length

  function showSlide(to: number): void {
    const slideIndex = Math.min(Math.max(to, 0), count - 1)
    if (slideIndex === index) return
    setIndex(slideIndex)
    const next = slides[slideIndex]
    if (isSaying && next) talk.say(nameOf(slideIndex), spokenOf(next))
  }

  function press(event: KeyboardEvent): void {
    const to = {
      ArrowRight: index + 1,
      PageDown: index + 1,
      ArrowLeft: index - 1,
      PageUp: index - 1,
      Home: 0,
      End: count - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    showSlide(to)
  }

  return (
    <section className={styles['show']} aria-label={audit.title}>
      <h3 className={styles['title']}>{audit.title}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys change the slide */}
      <div
        className={styles['slide']}
        role="group"
        aria-roledescription="slide"
        aria-label={`${t('slide', { number: index + 1, count })}. ${t('keys')}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its keys change the slide
        tabIndex={0}
        onKeyDown={press}
      >
        {slide.title !== '' && <h4 className={styles['heading']}>{slide.title}</h4>}
        <Markdown text={slide.body} />
      </div>
      <div className={styles['actions']}>
        <IconButton
          icon={ChevronLeft}
          label={t('previous')}
          disabled={index === 0}
          onClick={() => showSlide(index - 1)}
        />
        <output className={styles['note']}>{t('slide', { number: index + 1, count })}</output>
        <IconButton
          icon={ChevronRight}
          label={t('next')}
          disabled={index === count - 1}
          onClick={() => showSlide(index + 1)}
        />
        {isSaying ? (
          <IconButton icon={CircleStop} label={t('hush')} onClick={talk.stopSpeech} />
        ) : (
          <IconButton
            icon={Volume2}
            label={t('say')}
            onClick={() => talk.say(nameOf(index), spokenOf(slide))}
          />
        )}
        <Button icon={Download} onClick={() => downloadText('audit.md', asMarkdown(audit), 'text/markdown')}>
          {t('export')}
        </Button>
      </div>
      {approaches.length > 0 && (
        <Table caption={t('approaches')}>
          <thead>
            <tr>
              <th scope="col">{t('approach')}</th>
              <th scope="col">{t('time')}</th>
              <th scope="col">{t('space')}</th>
              <th scope="col">{t('note')}</th>
            </tr>
          </thead>
          <tbody>
            {approaches.map(({ name, time, space, note }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{time}</td>
                <td>{space}</td>
                <td>{note}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}
