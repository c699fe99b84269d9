import { createEnergyDetector } from '@vee/contract/audio/energy-detector'
import { sensitivityOfThreshold } from '@vee/contract/audio/detector'

const DETECTOR_THRESHOLD = 0.15

/** Returns a detector of speech in a meeting, where voices may be soft and several. */
export const createMeetingDetector = () =>
  createEnergyDetector({ sensitivityDb: sensitivityOfThreshold(DETECTOR_THRESHOLD) })
