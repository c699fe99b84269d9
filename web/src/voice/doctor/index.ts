/** The voice check: measures what a voice turn needs in 20 s; loaded when it is opened. */
export { examine, STEP_MS, type DoctorPorts, type CheckStep } from './examine.ts'
export {
  findingsOf,
  realTimeFactor,
  type MeasuredEngine,
  type Finding,
  type Measurements,
} from './findings.ts'
export { playTones } from './play-tones.ts'
