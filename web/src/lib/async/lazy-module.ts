/** Code that is loaded on demand: once, and again after a failed load. */
export interface LazyModule<Module> {
  readonly load: () => Promise<Module>
  /** Returns the code if it has been loaded. */
  readonly now: () => Module | undefined
}

/** Loads a module on the first call of `load`; calls during loading share it. */
export function lazyModule<Module>(load: () => Promise<Module>): LazyModule<Module> {
  let loaded: Module | undefined
  let loading: Promise<Module> | undefined
  return {
    load() {
      loading ??= load().then(
        (module) => (loaded = module),
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
    now: () => loaded,
  }
}

/** An object whose code is loaded on demand; calls made before are queued. */
export interface LazyPort<Port> extends LazyModule<Port> {
  /** Calls at once if the code is loaded, otherwise queues the call and returns without loading. */
  readonly queue: (call: (port: Port) => void) => void
  readonly isQueueEmpty: () => boolean
  readonly clearQueue: () => void
}

/**
 * Loads a port on demand and delivers queued calls in order. A failed load clears the queue.
 * @param onLoad called before the queue is delivered; what it queues is delivered last
 * @param onFailure called if a load fails with calls in the queue
 */
export function lazyPort<Port>(
  load: () => Promise<Port>,
  onLoad: (port: Port) => void,
  onFailure: () => void,
): LazyPort<Port> {
  let queued: ((port: Port) => void)[] = []
  let loaded: Port | undefined

  function takeQueue(): typeof queued {
    const taken = queued
    queued = []
    return taken
  }

  const { load: loadOnce } = lazyModule(() =>
    load().then(
      (port) => {
        onLoad(port)
        loaded = port
        for (const call of takeQueue()) call(port)
        return port
      },
      (error: unknown) => {
        if (takeQueue().length > 0) onFailure()
        throw error
      },
    ),
  )
  return {
    load: loadOnce,
    now: () => loaded,
    queue(call) {
      if (loaded === undefined) queued.push(call)
      else call(loaded)
    },
    isQueueEmpty: () => queued.length === 0,
    clearQueue: () => void takeQueue(),
  }
}
