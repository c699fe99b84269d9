import { DAY_MS } from '@vee/contract/time/durations'
import { STORAGE_KEYS, readJson, writeJson } from '#lib/storage/storage.ts'

/** Models that run in the browser: one detects speech, the other one judges whether a turn has ended. */
export type DeviceModel = 'speech' | 'turn'

/** A model that was too slow is tried again after a week: the device may have been busy. */
const TOO_SLOW_FOR_MS = 7 * DAY_MS
/** One for the page and one for the model. */
const MIN_CORES = 2
/** Chromium reports it, in powers of two, GiB. */
const MIN_MEMORY = 2
const SLOW_NETWORKS: ReadonlySet<string> = new Set(['slow-2g', '2g'])

/** The used part of a browser's `navigator`; not every browser has all of it. */
interface Device {
  readonly hardwareConcurrency?: number
  readonly deviceMemory?: number
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
}

/**
 * Returns whether a model should be loaded: not on weak devices, where the user saves data, on a slow network, or where it
 * was too slow recently.
 */
export function canCarry(model: DeviceModel, device: Device = navigator, now = Date.now()): boolean {
  const { hardwareConcurrency = MIN_CORES, deviceMemory = MIN_MEMORY, connection } = device
  if (hardwareConcurrency < MIN_CORES || deviceMemory < MIN_MEMORY) return false
  if (connection?.saveData === true || SLOW_NETWORKS.has(connection?.effectiveType ?? '')) return false
  const since = slowModels()[model]
  return typeof since !== 'number' || now - since >= TOO_SLOW_FOR_MS || since > now
}

/** Remembers on this device that a model does not keep up. */
export function rememberTooSlow(model: DeviceModel, now = Date.now()): void {
  writeJson(STORAGE_KEYS.slowModels, { ...slowModels(), [model]: now })
}

/** Returns when models were too slow. */
const slowModels = (): Readonly<Partial<Record<DeviceModel, unknown>>> =>
  Object(readJson(STORAGE_KEYS.slowModels))
