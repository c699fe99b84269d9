import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const call = promisify(execFile)

/** Runs a program of the sound at normal priority, also where a bench runs at a low one: late sound is lost. */
export function hasSound(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, 0)
  } catch {
    // Only root may raise it.
  }
}

/** Delay of sound from the loudspeaker to the microphone of a laptop, ms. */
const ROOM_MS = 30

/**
 * A virtual loudspeaker and microphone in one room, made with PulseAudio: the microphone records what the
 * loudspeaker plays.
 */
export interface SoundRoom {
  /** environment variables of a program in that room */
  readonly environment: Readonly<Record<string, string>>
  /** Sets the attenuation of the echo in dB; −Infinity disables it. */
  hear(decibels: number): Promise<void>
  /** Plays a WAV file into the microphone; resolves when it has ended. */
  say(file: string): Promise<void>
  close(): Promise<void>
}

/** Starts a separate sound server. Rejects if PulseAudio is not installed. */
export async function openSoundRoom(): Promise<SoundRoom> {
  const home = await mkdtemp(join(tmpdir(), 'vee-room-'))
  const socket = join(home, 'native')
  const environment = { PULSE_SERVER: `unix:${socket}`, XDG_RUNTIME_DIR: home, HOME: home }
  const modules = [
    `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    'module-null-sink sink_name=loudspeaker rate=48000',
    'module-null-sink sink_name=air rate=48000',
    // Browsers do not list monitors: the microphone is a separate source.
    'module-remap-source source_name=microphone master=air.monitor',
  ]
  const arguments_ = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no', '--realtime=no']
  const server: ChildProcess = spawn(
    'pulseaudio',
    [...arguments_, ...modules.flatMap((module) => ['-L', module])],
    {
      env: { PATH: process.env['PATH'], ...environment },
      stdio: 'ignore',
    },
  )
  hasSound(server)
  const ended = new Promise<never>((_, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PulseAudio ended with ${code}`)))
  })
  ended.catch(() => undefined)
  const pactl = async (...args: readonly string[]) =>
    (await call('pactl', [...args], { env: { PATH: process.env['PATH'], ...environment } })).stdout.trim()

  /** Returns the stream of a module that plays into a device. */
  async function inputOf(module: string): Promise<string> {
    const streams = (await pactl('list', 'sink-inputs')).split('Sink Input #')
    const own = streams.find((stream) => stream.includes(`Owner Module: ${module}\n`))
    if (own === undefined) throw new Error('the loudspeaker has no way to the microphone')
    return own.split('\n')[0] ?? ''
  }

  async function close(): Promise<void> {
    server.kill('SIGTERM')
    await ended.catch(() => undefined)
    await rm(home, { recursive: true, force: true })
  }

  async function isThere(): Promise<void> {
    for (;;) {
      const answer = await pactl('info').catch(() => undefined)
      if (answer !== undefined) return
      await new Promise((resolve) => {
        setTimeout(resolve, 50)
      })
    }
  }

  let loop: string | undefined
  try {
    await Promise.race([isThere(), ended])
    await pactl('set-default-sink', 'loudspeaker')
    await pactl('set-default-source', 'microphone')
  } catch (error) {
    await close()
    throw error
  }
  return {
    environment,
    async hear(decibels) {
      if (loop !== undefined) await pactl('unload-module', loop)
      loop = undefined
      if (decibels === -Infinity) return
      const way = ['source=loudspeaker.monitor', 'sink=air', `latency_msec=${ROOM_MS}`]
      loop = await pactl('load-module', 'module-loopback', ...way)
      // The volume of the way only: what a person says into the microphone keeps its own.
      await pactl('set-sink-input-volume', await inputOf(loop), `${decibels}dB`)
    },
    async say(file) {
      const playing = call('paplay', ['--device=air', file], {
        env: { PATH: process.env['PATH'], ...environment },
      })
      hasSound(playing.child)
      await playing
    },
    close,
  }
}
