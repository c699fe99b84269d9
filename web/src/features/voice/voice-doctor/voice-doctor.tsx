import { CircleAlert, CircleCheck, CircleX, Stethoscope, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog, type DialogOptions } from '#ui/feedback/dialog.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import {
  examine,
  findingsOf,
  realTimeFactor,
  STEP_MS,
  type DoctorPorts,
  type MeasuredEngine,
  type Finding,
  type Measurements,
  type CheckStep,
} from '#voice/doctor/index.ts'
import styles from './voice-doctor.module.css'

/** Durations of the parts of a turn, in ms; undefined where a part did not occur. */
export interface TurnTiming {
  /** start of the turn, ms since 1970 */
  readonly measuredAt: number
  /** from the end of the speech to its transcript */
  readonly transcriptMs: number | undefined
  /** from the question to the first text of the reply */
  readonly firstTextMs: number | undefined
  /** from the question to the first audio of the voice */
  readonly firstSoundMs: number | undefined
}

interface VoiceDoctorProps extends DialogOptions {
  readonly ports: DoctorPorts
  /** the last turns, newest first */
  readonly timings: readonly TurnTiming[]
  /** shows where sound is processed */
  readonly places?: ReactNode
}

type Visit =
  | { readonly kind: 'before' }
  | { readonly kind: 'examining'; readonly step: CheckStep }
  | { readonly kind: 'examined'; readonly measurements: Measurements }

const STEPS = Object.keys(STEP_MS) as readonly CheckStep[]
const VERDICTS: Readonly<Record<Finding['verdict'], LucideIcon>> = {
  good: CircleCheck,
  fair: CircleAlert,
  bad: CircleX,
}

/**
 * Checks microphone, room, echo, network and vendors in twenty seconds, and shows in plain words what to do.
 */
export function VoiceDoctor({ ports, timings, places, ...dialogOptions }: VoiceDoctorProps) {
  const t = useTexts('speech')
  const common = useTexts('common')
  const [visit, setVisit] = useState<Visit>({ kind: 'before' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function begin(): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    try {
      const onStep = (step: CheckStep) => setVisit({ kind: 'examining', step })
      const measurements = await examine(ports, onStep, controller.signal)
      setVisit({ kind: 'examined', measurements })
    } catch {
      // Closed meanwhile.
    }
  }

  return (
    <Dialog isOpen {...dialogOptions} title={t('doctor.title')} closeLabel={common('close')}>
      <div className={styles['doctor']}>
        <output className={styles['now']}>
          {visit.kind === 'before' && <p>{t('doctor.intro')}</p>}
          {visit.kind === 'examining' && <p className={styles['step']}>{t(`doctor.step.${visit.step}`)}</p>}
        </output>
        {places}
        {visit.kind === 'examining' && (
          <ProgressBar
            label={t('doctor.progress')}
            value={(STEPS.indexOf(visit.step) + 0.5) / STEPS.length}
          />
        )}
        {visit.kind === 'examined' && <Findings measurements={visit.measurements} />}
        {visit.kind !== 'examining' && (
          <Button variant="primary" icon={Stethoscope} onClick={() => void begin()}>
            {t(visit.kind === 'before' ? 'doctor.begin' : 'doctor.again')}
          </Button>
        )}
        {timings.length > 0 && <Timings timings={timings} />}
      </div>
    </Dialog>
  )
}

function Findings({ measurements }: { readonly measurements: Measurements }) {
  const t = useTexts('speech')
  const ofVoice = useTexts('voice')
  const language = useLanguage()
  const adviceOf = ({ advice, failure }: Finding): string | undefined => {
    if (advice === 'none') return undefined
    if (advice !== 'mend-microphone') return t(`doctor.advice.${advice}`)
    return failure && `${ofVoice(`microphone.${failure}.title`)} ${ofVoice(`microphone.${failure}.help`)}`
  }
  const wholeNumber = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  const valueOf = ({ part, value }: Finding) => {
    if (value === undefined) return ''
    const isLoudness = part === 'noise' || part === 'level' || part === 'echo'
    return isLoudness ? `${wholeNumber.format(value)} dB` : `${wholeNumber.format(value)} ms`
  }
  return (
    <>
      <ul className={styles['findings']}>
        {findingsOf(measurements).map((finding) => (
          <li key={finding.part} className={styles[finding.verdict]}>
            <Icon of={VERDICTS[finding.verdict]} />
            <div>
              <strong>{t(`doctor.part.${finding.part}`)}</strong>{' '}
              <span className={styles['verdict']}>
                {t(`doctor.verdict.${finding.verdict}`)} {valueOf(finding)}
              </span>
              {finding.advice !== 'none' && <p>{adviceOf(finding)}</p>}
            </div>
          </li>
        ))}
      </ul>
      {measurements.hearing !== undefined && measurements.hearing.text !== '' && (
        <p>{t('doctor.youSaid', { text: measurements.hearing.text })}</p>
      )}
      <Engines {...measurements} />
    </>
  )
}

/** Shows which engine transcribed, how fast, which voice spoke, and where both ran. */
function Engines({ hearing, spoken }: Pick<Measurements, 'hearing' | 'spoken'>) {
  const t = useTexts('speech')
  const ofVoice = useTexts('voice')
  const language = useLanguage()
  const nameOf = ({ name, location }: MeasuredEngine) =>
    location === 'vendor' ? name : t('doctor.engine.at', { name, place: ofVoice('setup.place.server') })
  const factor = hearing && realTimeFactor(hearing)
  const number = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 })
  const wholeNumber = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  const rows: readonly (readonly [term: string, value: string | undefined])[] = [
    [t('doctor.engine.heardBy'), hearing?.engine && nameOf(hearing.engine)],
    [t('doctor.engine.textTime'), hearing && `${wholeNumber.format(hearing.ms)} ms`],
    [t('doctor.engine.factor'), factor === undefined ? undefined : number.format(factor)],
    [t('doctor.engine.spokenBy'), spoken && `${spoken.voice} · ${nameOf(spoken.engine)}`],
  ]
  return (
    <dl className={styles['engines']}>
      {rows.map(
        ([term, value]) =>
          value !== undefined && (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Timings({ timings }: { readonly timings: readonly TurnTiming[] }) {
  const t = useTexts('speech')
  const language = useLanguage()
  const seconds = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'second',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium' })
  const cell = (ms: number | undefined) => (ms === undefined ? '–' : seconds.format(ms / 1_000))
  return (
    <div className={styles['scroll']}>
      <table className={styles['timings']}>
        <caption>{t('doctor.timings.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('doctor.timings.at')}</th>
            <th scope="col">{t('doctor.timings.heard')}</th>
            <th scope="col">{t('doctor.timings.firstText')}</th>
            <th scope="col">{t('doctor.timings.firstSound')}</th>
          </tr>
        </thead>
        <tbody>
          {timings.map(({ measuredAt, transcriptMs, firstTextMs, firstSoundMs }) => (
            <tr key={measuredAt}>
              <th scope="row">{time.format(measuredAt)}</th>
              <td>{cell(transcriptMs)}</td>
              <td>{cell(firstTextMs)}</td>
              <td>{cell(firstSoundMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
